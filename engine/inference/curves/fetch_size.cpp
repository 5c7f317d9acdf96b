#include "engine/inference/curves/fetch_size.h"

#include "engine/statistics/tails.h"

namespace chasescope::inference {
namespace {

// Whether the accesses half-way between the misses at `distance` are slow more often than is tolerated of hits. If a miss fetched
// only half of `distance`, the accesses half-way would miss, too. Noise may make many hits look slow, but it does so everywhere
// between the misses and not only half-way.
bool is_slow_half_way(std::span<const float> cycles, std::size_t distance, double cut, double tolerated_share) {
  constexpr double kChance = 1e-3;
  std::size_t visited = 0, slow = 0;
  for (std::size_t i = distance / 2; i < cycles.size(); i += distance, ++visited) slow += cycles[i] > cut ? 1 : 0;
  return tolerated_share < 1 && statistics::binomial_at_least(slow, visited, tolerated_share) < kChance;
}

}  // namespace

std::optional<std::uint64_t> fetch_distance(std::span<const float> cycles, std::uint64_t stride, double cut, double tolerated_share,
                                            double slow_hits) {
  constexpr std::size_t kFewestSectors = 4;
  for (std::size_t distance = 1; cycles.size() / distance >= kFewestSectors; distance *= 2) {
    std::size_t firsts = 0, slow_firsts = 0, slow_others = 0;
    for (std::size_t i = 0; i < cycles.size(); ++i) {
      const bool slow = cycles[i] > cut;
      if (i % distance == 0) {
        ++firsts;
        slow_firsts += slow ? 1 : 0;
      } else {
        slow_others += slow ? 1 : 0;
      }
    }
    if (static_cast<double>(slow_firsts) < (0.99 - tolerated_share) * static_cast<double>(firsts)) continue;
    const auto others = static_cast<double>(cycles.size() - firsts);
    const double tolerated = (4 * tolerated_share + 2 * slow_hits) * others + (tolerated_share > 0 ? 3 : 0);
    if (static_cast<double>(slow_others) > tolerated) return std::nullopt;
    if (tolerated > 0 && distance > 1 && is_slow_half_way(cycles, distance, cut, tolerated / others)) return std::nullopt;
    return distance * stride;
  }
  return std::nullopt;
}

}  // namespace chasescope::inference
