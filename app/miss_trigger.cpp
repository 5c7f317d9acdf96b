#include "app/miss_trigger.h"

#include <cmath>

#include "widgets/plot/bounded_levels.h"

namespace chasescope {
namespace {

constexpr double kErrors = 4;  // false alarms then come once in 16,000 traces

double shareAbove(const LatencyTrace& trace, float cycles) {
  std::size_t above = 0;
  trace.for_each_segment(0, trace.size(), [&](std::span<const float> part, std::size_t) {
    for (const float c : part) above += c > cycles ? 1 : 0;
  });
  return static_cast<double>(above) / static_cast<double>(trace.size());
}

}  // namespace

std::optional<MissTrigger::Change> MissTrigger::feed(const LatencyTrace& trace) {
  if (trace.empty()) return std::nullopt;
  const auto size = static_cast<double>(trace.size());
  if (!hit_) {
    LatencyCounts counts;
    trace.for_each_segment(0, trace.size(), [&](std::span<const float> part, std::size_t) { counts.append(part); });
    const auto levels = boundedLevels(trace, counts);
    // Where there is one level only, its bound is open: an access of another one lies outside of what this one spans.
    const auto& lowest = levels[0];
    hit_ = levels.size() > 1 ? lowest.upper_bound : std::max(lowest.high * 1.05F, lowest.high + 4);
    share_ = shareAbove(trace, *hit_);
    accesses_ = size;
    return std::nullopt;
  }
  const double share = shareAbove(trace, *hit_);
  const double pooled = (share * size + share_ * accesses_) / (size + accesses_);
  const double error = std::sqrt(pooled * (1 - pooled) * (1 / size + 1 / accesses_));
  if (std::abs(share - share_) <= kErrors * error) return std::nullopt;
  return Change{share_, share};
}

}  // namespace chasescope
