// Free-running mode: the probe is run again as soon as it has ended, with whatever the form says then, so that a trace follows the
// sliders as an oscilloscope follows its knobs.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <functional>

#include "app/explorer.h"

namespace chasescope {

class FreeRun : public QObject {
  Q_OBJECT
 public:
  /// `values` is asked before every run; `probe` is its name.
  FreeRun(Explorer& explorer, std::function<QString()> probe, std::function<ParameterValues()> values, QObject* parent = nullptr);

  bool active() const { return active_; }
  void setActive(bool active);

 signals:
  void activeChanged(bool active);
  /// Traces per second, averaged over the last second.
  void rateChanged(double tracesPerSecond);

 private:
  void again();
  void ended(const QString& sentence);

  Explorer& explorer_;
  std::function<QString()> probe_;
  std::function<ParameterValues()> values_;
  QTimer next_;
  QElapsedTimer second_;
  int traces_ = 0;
  bool active_ = false;
};

}  // namespace chasescope
