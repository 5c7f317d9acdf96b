#include "engine/structure/levels/level_latency.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/statistics/median_interval.h"
#include "engine/statistics/two_kinds.h"
#include "engine/structure/levels/many_sms.h"

namespace chasescope::structure {
namespace {

constexpr double kOnePeak = 1.8;  // sigmas; a wider distribution is a near and a far group, whose common middle means nothing

constexpr double kNoiseReach = 5;  // sigmas
constexpr double kSlightDrift = 0.003;
constexpr double kTimesSeen = 2;   // times the difference that was seen from chase to chase
constexpr double kTwoKinds = 0.1;  // share of the median; if its interval is wider, the median lies between two groups of accesses

bool is_of_two_kinds(const LevelLatency& latency) { return latency.high - latency.low > kTwoKinds * latency.median; }

std::size_t rank_of(double share, std::size_t count) { return static_cast<std::size_t>(share * static_cast<double>(count - 1)); }

// The latency over SMs all over the card, which may lie at different distances from the level.
std::optional<LevelLatency> latency_everywhere(const Survey& survey, std::size_t level) {
  if (level >= survey.everywhere.size() || survey.everywhere[level].empty()) return std::nullopt;
  // Leaves out the few accesses that hit a cache in front of the level.
  const double least = answered_in_front(survey, level);
  std::vector<double> all;
  for (const RunPtr& run : survey.everywhere[level])
    for (const float cycles : run->cycles().copy())
      if (static_cast<double>(cycles) >= least) all.push_back(static_cast<double>(cycles) - survey.overhead_cycles);
  const auto interval = inference::median_interval_of(all);
  LevelLatency latency;
  latency.near_far = near_far_of(all);
  std::sort(all.begin(), all.end());
  latency.accesses = all.size();
  latency.sms = survey.everywhere[level].size();
  latency.median = interval.median;
  latency.low = interval.low;
  latency.high = interval.high;
  latency.of_two_kinds = is_of_two_kinds(latency);
  latency.most_low = all[rank_of(0.025, all.size())];
  latency.most_high = all[rank_of(0.975, all.size())];
  return latency;
}

// Half of the distance to the nearest other level (cycles).
double half_of_nearest(const Survey& survey, const DataLevel& at) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const DataLevel& other : survey.levels)
    if (const double apart = std::abs(other.latency.median - at.latency.median); apart > 0) nearest = std::min(nearest, apart);
  return nearest / 2;
}

// The accesses of the other levels among those within `reach` (cycles) of `line`: as many as lie as far from their level's middle
// on its other side, because jitter is as likely to both sides. `sorted`: all latencies of the walk.
double strangers_within(const Survey& survey, const DataLevel& at, const std::vector<float>& sorted, double line, double reach) {
  double strangers = 0;
  for (const DataLevel& other : survey.levels) {
    if (other.latency.median == at.latency.median) continue;
    const double mirrored = 2 * other.latency.median - line;
    strangers += static_cast<double>(std::upper_bound(sorted.begin(), sorted.end(), static_cast<float>(mirrored + reach)) -
                                     std::lower_bound(sorted.begin(), sorted.end(), static_cast<float>(mirrored - reach)));
  }
  return strangers;
}

// Fits the line through the latencies within the reach at which its error is least. With a larger reach, more latencies of other
// levels pull the line towards them; with a smaller one, the line is less certain.
inference::LatencyAtStart line_apart(const Survey& survey, const DataLevel& at, std::vector<float> all,
                                     const std::vector<float>& answered, const std::vector<double>& place, double half) {
  constexpr double kSmaller = 0.8;  // a reach as a share of the one before
  std::sort(all.begin(), all.end());
  inference::LatencyAtStart best;
  double jitter = survey.noise.sigma;  // of this level alone; all latencies together spread more
  for (double reach = half; reach >= std::min(half, survey.noise.sigma); reach *= kSmaller) {
    inference::LatencyAtStart line = inference::latency_at_start(answered, place, reach, jitter);
    if (!line.followed) return reach == half ? line : best;
    const auto within =
        std::count_if(answered.begin(), answered.end(), [&](float cycles) { return std::abs(cycles - line.cycles) <= reach; });
    jitter = std::max(jitter, line.spread);
    line.uncertainty +=
        reach * strangers_within(survey, at, all, line.cycles, reach) / static_cast<double>(std::max<std::ptrdiff_t>(within, 1));
    if (reach == half || line.uncertainty < best.uncertainty) best = line;
  }
  return best;
}

}  // namespace

// Uses the latencies of the walk that showed the level, in their order, without those of other levels.
LevelLatency latency_of(const Survey& survey, const DataLevel& at) {
  // If another level lies within reach of the noise, the latencies near it are left out. As many are left out on the other side, so
  // that the median stays where it is.
  const double half = half_of_nearest(survey, at);
  const bool is_cut_off = half < kNoiseReach * survey.noise.sigma;
  const inference::Band band = is_cut_off ? inference::widened(at.latency, survey.noise) : survey.band_of(at.latency);
  std::vector<float> answered;
  std::vector<double> place;
  const std::vector<float> all = at.shown_by->chase()->result.cycles.copy();
  for (const std::size_t i : at.telling_accesses())
    if (band.holds(all[i])) {
      answered.push_back(all[i]);
      place.push_back(static_cast<double>(i) / static_cast<double>(std::max<std::size_t>(all.size() - 1, 1)));
    }
  if (answered.empty()) {
    answered.push_back(static_cast<float>(at.latency.median));
    place.push_back(0);
  }
  std::vector<float> sorted = answered;
  std::sort(sorted.begin(), sorted.end());
  const auto quantile = [&](double share) { return static_cast<double>(sorted[rank_of(share, sorted.size())]); };
  LevelLatency latency;
  latency.accesses = answered.size();
  latency.most_low = quantile(0.025) - survey.overhead_cycles;
  latency.most_high = quantile(0.975) - survey.overhead_cycles;
  const inference::LatencyAtStart start =
      is_cut_off ? line_apart(survey, at, all, answered, place, half) : inference::latency_at_start(answered, place);
  if (!survey.noise.exact() && start.followed && !start.bent && start.spread <= kOnePeak * survey.noise.sigma + 0.5) {
    latency.drift = start.drift;
    latency.median = start.cycles - survey.overhead_cycles;
    latency.low = latency.median - start.uncertainty;
    latency.high = latency.median + start.uncertainty;
  } else {
    // The median of all accesses lies between these two ranks of the sample with 95 % confidence.
    const double reach = 0.98 / std::sqrt(static_cast<double>(sorted.size()));
    latency.median = quantile(0.5) - survey.overhead_cycles;
    latency.low = quantile(std::max(0.0, 0.5 - reach)) - survey.overhead_cycles;
    latency.high = quantile(std::min(1.0, 0.5 + reach)) - survey.overhead_cycles;
    latency.blurred = start.bent || std::abs(survey.noise.drift) > kSlightDrift;
  }
  // If another level lies within reach of the noise, the accesses of this level must form one group that is nearer to this level
  // than to the other. Otherwise most of them belong to the other level, or the level is really two.
  if (is_cut_off)
    latency.blurred = latency.blurred || !(start.spread <= kOnePeak * survey.noise.sigma + 0.5) ||
                      std::abs(latency.median + survey.overhead_cycles - at.latency.median) > half;
  latency.of_two_kinds = is_of_two_kinds(latency);
  // The interval is widened by the differences between chases: further chases may differ by more than those that were seen.
  latency.low *= 1 - kTimesSeen * survey.wanders;
  latency.high *= 1 + kTimesSeen * survey.wanders;
  return latency;
}

LevelLatency latency_of(const Survey& survey, std::size_t level) {
  if (const auto everywhere = latency_everywhere(survey, level)) return *everywhere;
  return latency_of(survey, survey.levels[level]);
}

}  // namespace chasescope::structure
