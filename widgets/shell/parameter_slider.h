// How a slider's steps map to values of a parameter. Pure functions.
#pragma once

#include <QString>
#include <cstdint>

#include "engine/probe/probe.h"

namespace chasescope {

/// Sizes up to 1 KiB, such as strides, go by powers of two. Larger sizes go linearly up to twice the default, in steps of a 128th
/// of the default, so that a footprint can grow line by line. Percentages go by one, counts up to four times the default.
class SliderScale {
 public:
  explicit SliderScale(const Parameter& parameter);
  /// The scale of a footprint on a device whose suited footprint is `suited`: up to twice as much, in steps of `step` bytes.
  static SliderScale of_footprint(std::uint64_t suited, std::uint64_t step);

  /// Steps are 0 … last().
  int last() const { return last_; }
  QString textAt(int step) const;
  /// The step nearest to a value; values beyond the ends give the last step. -1 if the text is no value.
  int stepOf(const QString& text) const;
  /// Whether the value lies between the ends.
  bool holds(double value) const { return valueAt(0) <= value && value <= valueAt(last_); }
  /// Whether a slider makes sense for this parameter.
  bool exists() const { return last_ > 0; }

 private:
  SliderScale() = default;
  double valueAt(int step) const;

  ParameterKind kind_ = ParameterKind::bytes;
  bool powers_ = false;
  double unit_ = 1;  // value of one step; for powers of two, value of the first step
  int first_ = 0;    // step 0 has the value first_ * unit_
  int last_ = 0;
};

}  // namespace chasescope
