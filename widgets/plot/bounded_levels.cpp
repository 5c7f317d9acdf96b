#include "widgets/plot/bounded_levels.h"

#include <vector>

#include "widgets/plot/trace_columns.h"

namespace chasescope {
namespace {

constexpr std::size_t kSearched = 65'536;

}  // namespace

inference::LatencyLevels boundedLevels(const LatencyTrace& trace, const LatencyCounts& counts) {
  if (trace.size() <= kSearched) return inference::find_latency_levels(trace);
  std::vector<float> sample;
  sample.reserve(kSearched);
  for (const TracePoint& point : spreadSample(trace, 0, trace.size(), kSearched)) sample.push_back(point.cycles);
  std::vector<inference::LatencyLevel> levels = inference::find_latency_levels(LatencyTrace(std::move(sample))).levels();
  std::uint64_t below = 0;
  for (auto& level : levels) {
    const std::uint64_t upTo = counts.upTo(level.upper_bound);
    level.accesses = static_cast<std::size_t>(upTo - below);
    below = upTo;
  }
  return inference::LatencyLevels(std::move(levels));
}

}  // namespace chasescope
