// Free-running mode: runs the probe again as soon as it has ended, with the form's present values, so that the trace follows the
// sliders as an oscilloscope follows its knobs. It can be held, take a single trace, and hold itself when the miss rate changes.
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
  /// `values` is called before every run; `probe` returns the probe's name.
  FreeRun(Explorer& explorer, std::function<QString()> probe, std::function<ParameterValues()> values, QObject* parent = nullptr);

  bool active() const { return active_; }
  void setActive(bool active);
  /// While held, the last trace stays visible and nothing is measured. Releasing the hold arms the trigger anew.
  bool held() const { return held_; }
  void setHeld(bool held);
  /// Takes one trace and holds; with the trigger on, takes traces until the miss rate changes. Turns the mode on if necessary.
  void single();
  /// Holds when the miss rate differs from the rate at the time when the trigger was switched on or the hold was released.
  bool trigger() const { return trigger_; }
  void setTrigger(bool on);

 signals:
  void activeChanged(bool active);
  /// `why`: what the trigger saw, as a sentence, if the mode held itself.
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
