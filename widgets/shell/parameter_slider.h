// How a slider's steps map to values of a parameter. Pure functions.
#pragma once

#include <QString>
#include <cstdint>

#include "engine/probe/probe.h"

namespace chasescope {

/// Sizes up to 1 KiB, such as strides, go by powers of two; larger ones linearly up to twice the default in steps of the
/// default's 128th, so that a footprint can be walked line by line; percentages by one; counts up to four times the default.
class SliderScale {
 public:
  explicit SliderScale(const Parameter& parameter);
  /// Of a footprint on a device whose cache is walked by `step` bytes: up to twice the footprint that suits it, step by step.
  static SliderScale of_footprint(std::uint64_t suited, std::uint64_t step);

  /// Steps are 0 … last().
  int last() const { return last_; }
  QString textAt(int step) const;
  /// The step nearest to a value; out-of-range values go to the ends. -1 if the text is no value.
  int stepOf(const QString& text) const;
  /// Whether a slider makes sense for this parameter.
  bool exists() const { return last_ > 0; }

 private:
  SliderScale() = default;
  double valueAt(int step) const;

  ParameterKind kind_ = ParameterKind::bytes;
  bool powers_ = false;
  double unit_ = 1;  // value of one step; for powers, of the first
  int first_ = 0;    // step 0 is this many units
  int last_ = 0;
};

}  // namespace chasescope
