// The median of repeated measurements, and a confidence interval for it.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/statistics/median.h"

namespace chasescope::inference {

struct MedianInterval {
  double median = 0;
  double low = 0, high = 0;  ///< 99 % confidence interval, for any distribution; of few values: least and largest
};

/// The interval lies between two ranks: how many of the values lie below the true median follows a binomial distribution with
/// probability one half. \pre not empty.
inline MedianInterval median_interval_of(std::vector<double> values) {
  constexpr double kHalfWidth = 2.576 / 2;  // of a normal distribution's 99 %, times the binomial's root(n)/2
  std::sort(values.begin(), values.end());
  const auto count = static_cast<double>(values.size());
  const auto rank = static_cast<std::size_t>(std::max(0.0, std::floor(count / 2 - kHalfWidth * std::sqrt(count))));
  return {median_of(values), values[rank], values[values.size() - 1 - rank]};
}

/// Whether the values form two groups and the median lies between them, in neither group: within the interval of the median there
/// is a gap wider than a tenth of the median. (For example, if about half of the accesses go to the near part of a level, and half
/// to the far part.)
inline bool is_between_two_kinds(std::vector<double> values, const MedianInterval& interval) {
  constexpr double kGap = 0.1;
  std::sort(values.begin(), values.end());
  for (std::size_t i = 1; i < values.size(); ++i)
    if (values[i - 1] >= interval.low && values[i] <= interval.high && values[i] - values[i - 1] > kGap * interval.median)
      return true;
  return false;
}

}  // namespace chasescope::inference
