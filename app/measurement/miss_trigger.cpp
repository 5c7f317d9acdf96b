#include "app/measurement/miss_trigger.h"

#include <algorithm>
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

// The limit next to a level without a neighbour: a twentieth beyond its range, and at least the tick of a slow clock.
constexpr float kMargin = 0.05F, kLeastMargin = 4;
float above(const inference::LatencyLevel& level) { return std::max(level.high * (1 + kMargin), level.high + kLeastMargin); }
float below(const inference::LatencyLevel& level) { return std::min(level.low * (1 - kMargin), level.low - kLeastMargin); }

/// How many of the lowest levels are hits; none if that is not known.
std::optional<std::size_t> hitsOf(const inference::LatencyLevels& levels, const step::LatencyVerdicts& verdicts) {
  std::size_t hits = 0;
  while (hits < levels.size() && verdicts.of(levels[hits].median) == step::Verdict::hit) ++hits;
  if (hits < levels.size() && verdicts.of(levels[hits].median) != step::Verdict::miss) return std::nullopt;
  return hits;
}

}  // namespace

std::optional<MissTrigger::Change> MissTrigger::feed(const LatencyTrace& trace, const step::LatencyVerdicts& verdicts) {
  if (trace.empty()) return std::nullopt;
  const auto size = static_cast<double>(trace.size());
  if (!limit_) {
    LatencyCounts counts;
    trace.for_each_segment(0, trace.size(), [&](std::span<const float> part, std::size_t) { counts.append(part); });
    const auto levels = boundedLevels(trace, counts);
    const auto hits = hitsOf(levels, verdicts);
    told_ = hits.has_value();
    const std::size_t under = hits.value_or(1);
    limit_ = under == 0 ? below(levels[0]) : under < levels.size() ? levels[under - 1].upper_bound : above(levels[under - 1]);
    share_ = shareAbove(trace, *limit_);
    accesses_ = size;
    return std::nullopt;
  }
  const double share = shareAbove(trace, *limit_);
  const double pooled = (share * size + share_ * accesses_) / (size + accesses_);
  const double error = std::sqrt(pooled * (1 - pooled) * (1 / size + 1 / accesses_));
  if (std::abs(share - share_) <= kErrors * error) return std::nullopt;
  return Change{share_, share, told_, *limit_};
}

}  // namespace chasescope
