#include "engine/inference/miss_sequence.h"

#include <algorithm>

namespace chasescope::inference {
namespace {

/// How many entries differ from the one `period` before; gives up counting above `limit`.
std::size_t contradictions_of(const std::vector<std::uint8_t>& misses, std::size_t period, std::size_t limit) {
  std::size_t count = 0;
  for (std::size_t i = period; i < misses.size(); ++i) {
    count += misses[i] != misses[i - period] ? 1 : 0;
    if (count > limit) break;
  }
  return count;
}

}  // namespace

std::vector<std::uint8_t> miss_sequence(const LatencyTrace& trace, float highest_hit_cycles) {
  std::vector<std::uint8_t> misses(trace.size());
  trace.for_each_segment(0, trace.size(), [&](std::span<const float> cycles, std::size_t first) {
    for (std::size_t i = 0; i < cycles.size(); ++i) misses[first + i] = cycles[i] > highest_hit_cycles ? 1 : 0;
  });
  return misses;
}

Period find_period(const std::vector<std::uint8_t>& misses, std::size_t accesses_per_pass, double tolerated_share) {
  const std::size_t longest = misses.size() / 2;
  if (accesses_per_pass == 0 || longest < accesses_per_pass) return {};

  // Contradictions are measured against the rarer of hits and misses: three misses among thousands of hits must not count as noise.
  const auto miss_count = static_cast<std::size_t>(std::count(misses.begin(), misses.end(), std::uint8_t{1}));
  const std::size_t rarer = std::min(miss_count, misses.size() - miss_count);
  const auto limit = static_cast<std::size_t>(tolerated_share * static_cast<double>(rarer));

  std::vector<std::size_t> candidates;
  for (std::size_t d = 1; d * d <= accesses_per_pass; ++d) {
    if (accesses_per_pass % d != 0) continue;
    candidates.push_back(d);
    candidates.push_back(accesses_per_pass / d);
  }
  std::sort(candidates.begin(), candidates.end());
  for (std::size_t p = 2 * accesses_per_pass; p <= longest; p += accesses_per_pass) candidates.push_back(p);

  Period best{Period::Kind::aperiodic, 0, misses.size()};
  for (const std::size_t candidate : candidates) {
    const std::size_t contradictions = contradictions_of(misses, candidate, limit);
    if (contradictions <= limit) return {Period::Kind::periodic, candidate, contradictions};
    best.contradictions = std::min(best.contradictions, contradictions);
  }
  return best;
}

}  // namespace chasescope::inference
