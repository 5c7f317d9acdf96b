// The median of numbers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace chasescope::inference {

/// The middle value, or the mean of the two middle values. \pre not empty.
inline double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

/// The middle value; of an even number of values, the upper of the two middle ones, so that the result is always a measured value.
/// Reorders `values`. \pre not empty.
template <typename Number>
Number upper_median(std::vector<Number>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace chasescope::inference
