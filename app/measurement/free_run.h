// Free-running mode: the probe is run again as soon as it has ended, with whatever the form says then, so that a trace follows the
// sliders as an oscilloscope follows its knobs. It can be held, run for a single trace, and hold itself when the miss rate changes.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <functional>

#include "app/measurement/explorer.h"
#include "app/measurement/miss_trigger.h"

namespace chasescope {

class FreeRun : public QObject {
  Q_OBJECT
 public:
  /// `values` is asked before every run; `probe` is its name.
  FreeRun(Explorer& explorer, std::function<QString()> probe, std::function<ParameterValues()> values, QObject* parent = nullptr);

  bool active() const { return active_; }
  void setActive(bool active);
  /// Held, the last trace stays in sight and nothing is measured until it is let go. Letting go arms the trigger anew.
  bool held() const { return held_; }
  void setHeld(bool held);
  /// Takes one trace and holds; with the trigger, takes traces until the miss rate changes. Begins by itself.
  void single();
  /// Holds when the miss rate is another than it was when this was switched on, or let go.
  bool trigger() const { return trigger_; }
  void setTrigger(bool on);

 signals:
  void activeChanged(bool active);
  /// `why` is a sentence where the mode held itself: what the trigger saw.
  void heldChanged(bool held, const QString& why);
  /// Traces per second, averaged over the last second.
  void rateChanged(double tracesPerSecond);

 private:
  void again();
  void ended(const QString& sentence);
  void hold(bool held, const QString& why);
  std::optional<MissTrigger::Change> triggered();

  Explorer& explorer_;
  std::function<QString()> probe_;
  std::function<ParameterValues()> values_;
  QTimer next_;
  QElapsedTimer second_;
  MissTrigger misses_;
  int traces_ = 0;
  bool active_ = false, held_ = false, single_ = false, trigger_ = false;
};

}  // namespace chasescope
