#include "engine/structure/levels/sharpened_levels.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace chasescope::structure {
namespace {

using inference::Band;

// The number of accesses that gives the latency of a level to a percent or two. More are needed if the latency is short, or if
// another level is close. The start of a line through n latencies has a standard error of 2 sigma / sqrt(n); four of them are
// allowed for.
double enough_for(const Survey& survey, const DataLevel& level) {
  constexpr double kAlways = 1 << 13, kErrors = 8, kOfLatency = 0.02, kOfDistance = 0.006;
  const double sigma = survey.noise.sigma;
  double accesses = std::max(kAlways, std::pow(kErrors * sigma / (kOfLatency * std::max(1.0, level.latency.median)), 2));
  for (const DataLevel& other : survey.levels)
    if (const double distance = std::abs(other.latency.median - level.latency.median); distance > 0)
      accesses = std::max(accesses, std::pow(kErrors * sigma / (kOfDistance * distance), 2));
  return accesses;
}

}  // namespace

void sharpen_levels(Lab& lab, Survey& survey) {
  constexpr std::uint64_t kMostLonger = 256, kMostAccesses = 1 << 18;
  constexpr double kSameShare = 0.5;
  for (DataLevel& level : survey.levels) {
    const Band band = survey.band_of(level.latency);
    const auto answered = [&](const DataLevel& by) {
      const std::vector<float> cycles = by.shown_by->chase()->result.cycles.copy();
      const std::vector<std::size_t> telling = by.telling_accesses();
      return static_cast<double>(std::count_if(telling.begin(), telling.end(), [&](auto i) { return band.holds(cycles[i]); }));
    };
    const std::size_t accesses = level.shown_by->chase()->result.cycles.size();
    const double before = answered(level), share = before / static_cast<double>(accesses);
    if (share <= 0) continue;
    const auto wanted = static_cast<std::uint64_t>(enough_for(survey, level) / before) + 1;
    const std::uint64_t factor = std::min({wanted, kMostLonger, std::max<std::uint64_t>(1, kMostAccesses / accesses)});
    if (factor < 2) continue;
    try {
      const Walk walk = lab.longer(level.shown_by, factor, "more accesses to tell a level's latency from drift");
      DataLevel longer = level;
      longer.shown_by = walk.run;
      if (answered(longer) >= kSameShare * share * static_cast<double>(walk.cycles.size())) level = longer;
    } catch (const Undecided&) {
      return;
    }
  }
}

}  // namespace chasescope::structure
