#include "engine/structure/levels/close_levels.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/statistics/assumptions.h"
#include "engine/structure/levels/clean_footprint.h"

namespace chasescope::structure {
namespace {

/// The median of the latencies if they show a level behind the last one: not only the median, but also the lowest tenth must be
/// clearly above that of the last level.
std::optional<double> shifted_median(const Survey& survey, std::vector<float>& latencies, bool& is_shifting) {
  constexpr double kErrors = 5, kLowest = 0.1, kTick = 1;  // standard errors; a share of the latencies; cycles
  constexpr double kSigmasBelow = 1.2816;                  // distance of the lowest tenth below the median, if noise is normal
  const inference::Band& top = survey.levels.back().latency;
  const auto at = [&](double share) {
    const auto place = latencies.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(latencies.size() - 1));
    std::nth_element(latencies.begin(), place, latencies.end());
    return static_cast<double>(*place);
  };
  const double median = at(0.5), sigma = survey.noise.sigma;
  const double error = statistics::kErrorOfMedian * sigma / std::sqrt(static_cast<double>(latencies.size()));
  const double shift = median - top.median,
               chance = kErrors * error + kTick + 2 * statistics::kDrift * top.high + top.high - top.median;
  if (shift <= chance || median > clearly_above(top.high, survey.noise)) return std::nullopt;
  is_shifting = true;
  const double lowest = at(kLowest) - (top.median - kSigmasBelow * sigma);
  return lowest > (shift + chance) / 2 ? std::optional(median) : std::nullopt;
}

}  // namespace

std::optional<CloseLevel> find_close_level(const Survey& survey, const Walk& walk, std::uint64_t stride, bool& is_shifting) {
  constexpr std::size_t kMostInAFetch = 16, kFewest = 32;  // elements
  for (std::size_t each = 1; each <= kMostInAFetch; each *= 2) {
    std::vector<float> some;
    for (std::size_t i = 0; i < walk.cycles.size(); ++i)
      if (i % walk.period % each == 0 && is_clean(walk, stride, i)) some.push_back(walk.cycles[i]);
    if (some.empty() || (each > 1 && some.size() < kFewest)) break;
    if (const auto median = shifted_median(survey, some, is_shifting)) return CloseLevel{each, *median};
  }
  return std::nullopt;
}

}  // namespace chasescope::structure
