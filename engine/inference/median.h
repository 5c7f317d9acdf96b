// The median of a few numbers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace chasescope::inference {

/// The middle one, or halfway between the two in the middle. \pre not empty.
inline double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

}  // namespace chasescope::inference
