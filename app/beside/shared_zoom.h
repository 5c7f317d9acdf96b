// The zoom of two cards that stand beside each other: what is moved in a plot of one is moved in the same plot of the other, while
// the lock is closed. Where all cycles are in sight, both show those of both.
#pragma once

#include <QObject>

namespace chasescope {

class ViewTabs;

class SharedZoom : public QObject {
  Q_OBJECT
 public:
  /// Both have the same views, in the same order, and must outlive this.
  SharedZoom(ViewTabs& first, ViewTabs& second, QObject* parent);

  /// Locked anew, the second card shows what the first one does.
  void setLocked(bool locked);
  /// Nothing is shared while there is but one card; the second shows then what the first one does.
  void setActive(bool active);

 private:
  void shareTop();
  void link(ViewTabs& from, ViewTabs& to);
  void follow(ViewTabs& from, ViewTabs& to);
  void followCurves(ViewTabs& from, ViewTabs& to);
  void followScope(ViewTabs& from, ViewTabs& to);
  void followPattern(ViewTabs& from, ViewTabs& to);

  ViewTabs &first_, &second_;
  bool locked_ = true, active_ = false;
  bool leading_ = false;  // one card is being made to follow the other
};

}  // namespace chasescope
