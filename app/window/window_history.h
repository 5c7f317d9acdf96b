// What can be undone in the window: the selection that all views share, the visible part of each plot, and the probe with its
// parameters. Measurements can't be undone.
#pragma once

#include "app/window/history.h"

namespace chasescope {

class Explorer;
class ParameterForm;
class ProbeList;
class ViewTabs;
class WindowActions;

class WindowHistory : public QObject {
  Q_OBJECT
 public:
  /// Connects the actions; all must outlive it.
  WindowHistory(Explorer& explorer, ViewTabs& views, ProbeList& probes, ParameterForm& form, WindowActions& actions,
                QObject* parent);

  History& history() { return history_; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void keepSelection();
  void keepZoom();
  void keepParameters();
  void refreshActions();

  Explorer& explorer_;
  ViewTabs& views_;
  ProbeList& probes_;
  ParameterForm& form_;
  WindowActions& actions_;
  History history_;
  int selection_ = 0, zoom_ = 0, parameters_ = 0;  // the numbers of these values in the history
};

}  // namespace chasescope
