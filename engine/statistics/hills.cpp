#include "engine/statistics/hills.h"

#include <algorithm>
#include <cmath>

namespace chasescope::inference {
namespace {

constexpr double kDeep = 0.5;      // the largest height of a valley, as a share of a hill's height
constexpr double kNoAccident = 5;  // standard deviations of the difference of two counts
constexpr double kSteps = 2;       // steps within one width

bool rises_above(double hill, double valley) {
  return valley <= kDeep * hill && hill - valley > kNoAccident * std::sqrt(hill + valley);
}

}  // namespace

std::vector<std::size_t> hill_ends(std::span<const double> values, double width) {
  std::vector<std::size_t> ends;
  if (values.empty()) return ends;
  double hill = 0, valley = 0, valley_at = values.front();
  std::size_t low = 0, high = 0;
  const auto steps = static_cast<std::size_t>(std::ceil((values.back() - values.front()) / width * kSteps));
  for (std::size_t step = 0; step <= steps; ++step) {
    const double at = values.front() + static_cast<double>(step) * width / kSteps;
    while (high < values.size() && values[high] <= at + width) ++high;
    while (low < high && values[low] < at - width) ++low;
    const auto here = static_cast<double>(high - low);
    if (rises_above(hill, valley) && rises_above(here, valley)) {
      ends.push_back(static_cast<std::size_t>(std::upper_bound(values.begin(), values.end(), valley_at) - values.begin()));
      hill = valley = here;
      valley_at = at;
    } else if (here > hill) {
      hill = valley = here;
      valley_at = at;
    } else if (here < valley) {
      valley = here;
      valley_at = at;
    }
  }
  ends.push_back(values.size());
  return ends;
}

}  // namespace chasescope::inference
