// The results of one fine-grained trace by itself: levels, misses, and whether they repeat (2014 paper §3.2).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "engine/inference/levels/latency_levels.h"
#include "engine/inference/levels/miss_sequence.h"
#include "engine/trace/latency_trace.h"

namespace chasescope::inference {

struct TraceSummary {
  LatencyLevels levels;             ///< of the trace alone
  bool hit_level_known = false;     ///< whether the reference decided what a hit is
  float highest_hit_cycles = 0;     ///< an access that took longer is a miss
  std::size_t hits = 0, misses = 0;
  /// Hits that are slower than those of repeated accesses, but too few to be a level of their own.
  std::size_t strays = 0;
  float highest_regular_cycles = 0;  ///< the slowest hit that is not a stray; 0 if there is none, or no stray
  float highest_stray_cycles = 0;
  /// Whether the strays are as few as interrupts cause. If not, they may be misses, which can't be decided.
  bool strays_are_disturbances = true;
  /// Levels of the hits and of the misses, each by themselves. Strays that may be misses are in neither.
  LatencyLevels hit_levels, miss_levels;
  double miss_rate_low = 0, miss_rate_high = 0;  ///< 95 % interval of the miss rate, from how much passes differ
  Period period;                    ///< of the passes after the first full one
  double miss_rate() const { return hits + misses == 0 ? 0 : static_cast<double>(misses) / static_cast<double>(hits + misses); }
};

/// The latency at which hits end, for a trace with reference traces.
struct HitCut {
  LatencyLevels levels;          ///< of the trace and its references together
  std::size_t hit_level = 0;     ///< the slowest level that a reference lies in
  float highest_hit_cycles = 0;  ///< its upper bound: an access that took longer is a miss
  float regular_cycles = 0;      ///< the slowest access that belongs to what the references took; the others are strays or misses
};
/// \param references traces of single elements that are read over and over. Without any, the lowest level is that of hits.
HitCut cut_hits(const LatencyTrace& trace, std::span<const LatencyTrace> references);

/// Summarises a trace whose chase visits `accesses_per_pass` elements a pass after `warmup` untimed accesses. Each of `references`
/// is a trace of one element visited over and over, in the same space: after its first access it always hits the nearest cache.
/// Hits are the levels of the pooled latencies up to the slowest level that contains a reference. Without them hit_level_known is
/// false unless the trace has several levels, when the lowest is taken for the hits. `stop` ends it early; the summary is then
/// worth nothing.
TraceSummary summarize_trace(const LatencyTrace& trace, std::span<const LatencyTrace> references, std::size_t accesses_per_pass,
                             std::size_t warmup, const std::stop_token& stop = {});

}  // namespace chasescope::inference
