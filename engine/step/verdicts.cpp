#include "engine/step/verdicts.h"

#include <limits>
#include <utility>

namespace chasescope::step {

RecordedVerdicts::RecordedVerdicts(LatencyTrace trace, inference::LatencyLevels levels, std::optional<double> hit_cycles)
    : trace_(std::move(trace)) {
  constexpr double kNear = 0.1;  // of the hit latency: no cache behind another answers as fast as that
  if (levels.empty()) return;
  const bool lowest_hits = hit_cycles ? levels[0].median <= *hit_cycles * (1 + kNear) : levels.size() > 1;
  if (lowest_hits) hit_bound_ = levels.size() > 1 ? levels[0].upper_bound : std::numeric_limits<float>::max();
  if (hit_cycles && !lowest_hits) hit_bound_ = 0.0F;  // everything takes longer than a hit
}

std::optional<bool> RecordedVerdicts::hit(std::uint64_t timed) const {
  if (!hit_bound_ || timed >= trace_.size()) return std::nullopt;
  return trace_[timed] <= *hit_bound_;
}

std::optional<float> RecordedVerdicts::cycles(std::uint64_t timed) const {
  return timed < trace_.size() ? std::optional(trace_[timed]) : std::nullopt;
}

}  // namespace chasescope::step
