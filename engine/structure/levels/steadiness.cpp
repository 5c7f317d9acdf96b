#include "engine/structure/levels/steadiness.h"

#include <algorithm>

#include "engine/statistics/assumptions.h"

namespace chasescope::structure {
namespace {

constexpr double kSigmas = 4.5;  // one hit in 300,000 lies beyond; of a level eight sigmas away, few accesses lie below

// Whether each list contains every value (to the cycle) that occurs more than twice in the other.
bool are_the_same(std::vector<float> one, std::vector<float> other) {
  constexpr std::ptrdiff_t kFew = 2;
  std::sort(one.begin(), one.end());
  std::sort(other.begin(), other.end());
  const auto has_all_of = [](const std::vector<float>& has, const std::vector<float>& of) {
    for (auto at = of.begin(); at != of.end();) {
      const auto next = std::upper_bound(at, of.end(), *at);
      if (next - at > kFew && !std::binary_search(has.begin(), has.end(), *at)) return false;
      at = next;
    }
    return true;
  };
  return has_all_of(one, other) && has_all_of(other, one);
}

}  // namespace

double clearly_above(double cycles, const inference::LatencyNoise& noise) {
  // The limit must not be higher. Otherwise some accesses of the next level would lie below it, and the accesses above it would not
  // come at a regular distance in untouched memory. That distance gives the fetch size.
  return cycles + std::max({kSigmas * noise.sigma, (noise.steady ? kSteadyShare : 2 * statistics::kDrift) * cycles, kSteadyCycles});
}

bool close_levels_stay(Lab& lab, const Survey& survey) {
  if (!survey.noise.steady) return true;
  const auto shows_the_same = [&](const RunPtr& run) {
    return are_the_same(run->chase()->result.cycles.copy(), lab.longer(run, 1, "once more, whether latencies are the same").cycles);
  };
  try {
    for (std::size_t i = 0; i + 1 < survey.levels.size(); ++i) {
      const DataLevel &nearer = survey.levels[i], &farther = survey.levels[i + 1];
      if (farther.latency.low > nearer.latency.high + std::max(2 * statistics::kDrift * nearer.latency.high, kSteadyCycles))
        continue;
      if (!shows_the_same(nearer.shown_by) || !shows_the_same(farther.shown_by)) return false;
    }
    return true;
  } catch (const Undecided&) {
    return false;  // not known
  }
}

}  // namespace chasescope::structure
