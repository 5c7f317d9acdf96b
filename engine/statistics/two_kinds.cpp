#include "engine/statistics/two_kinds.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace chasescope::inference {
namespace {

constexpr std::size_t kFewest = 128;
constexpr double kSmallerKind = 0.1;  // share of all values that each kind must have
constexpr double kValley = 0.4;       // largest density halfway between the medians, as a share of the density around either

/// The cut for which the distances of all values to the median of their side have the smallest sum. An outlier weighs no more than
/// its distance. \pre ascending.
double cut_of(std::span<const double> ascending) {
  std::vector<double> sums{0};  // sums[i]: the sum of the first i values
  for (const double value : ascending) sums.push_back(sums.back() + value);
  const auto spread = [&](std::size_t begin, std::size_t end) {
    const std::size_t middle = (begin + end) / 2;
    const double median = ascending[middle];
    return median * static_cast<double>(middle - begin) - (sums[middle] - sums[begin]) + (sums[end] - sums[middle]) -
           median * static_cast<double>(end - middle);
  };
  double least = spread(0, ascending.size()), cut = ascending.back();
  for (std::size_t i = 1; i < ascending.size(); ++i) {
    if (ascending[i] <= ascending[i - 1]) continue;
    const double both = spread(0, i) + spread(i, ascending.size());
    if (both < least) {
      least = both;
      cut = (ascending[i - 1] + ascending[i]) / 2;
    }
  }
  return cut;
}

std::size_t count_within(std::span<const double> ascending, double low, double high) {
  return static_cast<std::size_t>(std::upper_bound(ascending.begin(), ascending.end(), high) -
                                  std::lower_bound(ascending.begin(), ascending.end(), low));
}

}  // namespace

std::optional<TwoKinds> two_kinds_of(std::span<const double> values) {
  if (values.size() < kFewest) return std::nullopt;
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const double cut = cut_of(sorted);
  const auto middle = std::upper_bound(sorted.begin(), sorted.end(), cut);
  const std::vector<double> lower(sorted.begin(), middle), upper(middle, sorted.end());
  const auto least = kSmallerKind * static_cast<double>(sorted.size());
  if (static_cast<double>(std::min(lower.size(), upper.size())) < least) return std::nullopt;
  const TwoKinds kinds{median_interval_of(lower), median_interval_of(upper), lower.size(), upper.size(), cut};
  // Counts the values around each median and halfway between the medians, in windows a third of the distance between them wide.
  const double half = (kinds.far.median - kinds.near.median) / 6;
  const auto around = [&](double at) { return static_cast<double>(count_within(sorted, at - half, at + half)); };
  const double halfway = around((kinds.near.median + kinds.far.median) / 2);
  if (halfway > kValley * std::min(around(kinds.near.median), around(kinds.far.median))) return std::nullopt;
  return kinds;
}

Neighbours neighbours_of(std::span<const double> values, const TwoKinds& kinds) {
  Neighbours neighbours;
  if (values.size() < 2) return neighbours;
  const auto is_near = [&](double value) { return value <= kinds.cut; };
  std::size_t alike = 0;
  for (std::size_t i = 1; i < values.size(); ++i) alike += is_near(values[i]) == is_near(values[i - 1]) ? 1 : 0;
  const double near = static_cast<double>(std::count_if(values.begin(), values.end(), is_near)) / static_cast<double>(values.size());
  neighbours.alike = static_cast<double>(alike) / static_cast<double>(values.size() - 1);
  neighbours.by_chance = near * near + (1 - near) * (1 - near);
  return neighbours;
}

}  // namespace chasescope::inference
