#include "widgets/plot/bounded_levels.h"

#include <algorithm>
#include <vector>

namespace chasescope {
namespace {

constexpr std::size_t kSearched = 65'536;
constexpr std::uint64_t kRare = 8;  // accesses of one latency; more than find_latency_levels() needs to call them a level

/// A trace of about kSearched accesses that has the latencies of the counted trace, in order of latency.
LatencyTrace thinned(const LatencyCounts& counts) {
  const std::uint64_t share = (counts.total() + kSearched - 1) / kSearched;
  std::vector<float> cycles;
  cycles.reserve(2 * kSearched);
  const auto all = counts.counts();
  for (std::size_t c = 0; c < all.size(); ++c) {
    const std::uint64_t kept = std::max(std::min(all[c], kRare), all[c] / share);
    cycles.insert(cycles.end(), static_cast<std::size_t>(kept), static_cast<float>(c));
  }
  return LatencyTrace(std::move(cycles));
}

}  // namespace

inference::LatencyLevels boundedLevels(const LatencyTrace& trace, const LatencyCounts& counts) {
  if (trace.size() <= kSearched) return inference::find_latency_levels(trace);
  std::vector<inference::LatencyLevel> levels = inference::find_latency_levels(thinned(counts)).levels();
  std::uint64_t below = 0;
  for (auto& level : levels) {
    const std::uint64_t upTo = counts.upTo(level.upper_bound);
    level.accesses = static_cast<std::size_t>(upTo - below);
    below = upTo;
  }
  return inference::LatencyLevels(std::move(levels));
}

}  // namespace chasescope
