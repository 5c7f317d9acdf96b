// Hit or miss of each timed access in the nearest cache, as the recorded latencies tell it: the lowest level is a hit (2014 paper
// §3.2). A trace of one level does not tell, unless the hit latency of its cache is known.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/inference/latency_levels.h"
#include "engine/trace/latency_trace.h"

namespace chasescope::step {

class RecordedVerdicts {
 public:
  RecordedVerdicts() = default;
  /// `hit_cycles`: the hit latency of the nearest cache with the cost of measuring, if it was measured.
  RecordedVerdicts(LatencyTrace trace, inference::LatencyLevels levels, std::optional<double> hit_cycles);

  /// None where the trace does not tell.
  std::optional<bool> hit(std::uint64_t timed) const;
  std::optional<float> cycles(std::uint64_t timed) const;

 private:
  LatencyTrace trace_;  // shares its chunks
  std::optional<float> hit_bound_;
};

}  // namespace chasescope::step
