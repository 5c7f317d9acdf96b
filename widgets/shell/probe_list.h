// The probes in groups, each with the state of its last run.
#pragma once

#include <QHash>
#include <QString>
#include <QWidget>
#include <vector>

#include "engine/probe/probe.h"

class QStackedLayout;

namespace chasescope {

class EmptyState;
class SectionList;
class Theme;

class ProbeList : public QWidget {
  Q_OBJECT
 public:
  enum class State {
    idle,
    running,
    done,
    told_nothing,  ///< ended without an error and without a value, as where the device does not serve the request
    failed
  };

  explicit ProbeList(const Theme& theme, QWidget* parent = nullptr);

  void setProbes(std::vector<ProbeInfo> probes);
  void setState(const QString& name, State state);
  void clearStates();
  /// Probes that the open device can't serve, by name, with the reason. They stay listed, greyed, with the reason as tooltip.
  void setUnavailable(const QHash<QString, QString>& reasons);
  QString current() const;
  /// Selects a probe without sending a signal.
  void setCurrent(const QString& name);
  SectionList* list() const { return list_; }

 signals:
  void probeSelected(const QString& name);
  /// A double click or Enter asks to run the probe.
  void probeActivated(const QString& name);

 private:
  void refill();

  SectionList* list_;
  EmptyState* empty_;
  QStackedLayout* stack_;
  std::vector<ProbeInfo> probes_;
  QHash<QString, State> states_;
  QHash<QString, QString> unavailable_;
};

}  // namespace chasescope
