// What one fine-grained trace says by itself: levels, misses and whether they repeat (2014 paper §3.2).
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/inference/latency_levels.h"
#include "engine/inference/miss_sequence.h"
#include "engine/trace/latency_trace.h"

namespace chasescope::inference {

struct TraceSummary {
  LatencyLevels levels;             ///< of the trace alone
  bool hit_level_known = false;     ///< whether the reference decided what a hit is
  float highest_hit_cycles = 0;     ///< an access that took longer is a miss
  std::size_t hits = 0, misses = 0;
  LatencyLevels hit_levels, miss_levels;     ///< levels of the hits and of the misses, each by themselves
  double miss_rate_low = 0, miss_rate_high = 0;  ///< 95 % interval of the miss rate, from how much passes differ
  Period period;                    ///< of the passes after the first full one
  double miss_rate() const { return hits + misses == 0 ? 0 : static_cast<double>(misses) / static_cast<double>(hits + misses); }
};

/// Summarises a trace whose chase visits `accesses_per_pass` elements a pass after `warmup` untimed accesses.
/// `reference` is a trace of one element visited over and over, in the same space: after its first access it always hits the nearest
/// cache. The level of the pooled latencies in which it lies is what a hit takes. Without it (empty) hit_level_known is false
/// unless the trace has several levels, when the lowest is taken for the hits. `stop` ends it early; the summary is then worth nothing.
TraceSummary summarize_trace(const LatencyTrace& trace, const LatencyTrace& reference, std::size_t accesses_per_pass, std::size_t warmup,
                             const std::stop_token& stop = {});

}  // namespace chasescope::inference
