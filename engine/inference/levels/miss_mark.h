// What tells an access that went one level further from one that did not, learnt from two traces: one of a footprint that fits
// and one of a footprint that is much too large.
//
//   const MissMark mark = tell_apart(fitting, overflowing);
//   if (mark.clear) misses = std::count_if(…, [&](float cycles) { return mark.marks(cycles); });
//
// No latency is assumed. A miss has a window of latencies and not only a lower bound: interrupts, which are slower than anything,
// and accesses that are slow for another reason lie outside of it.
#pragma once

#include <cstddef>
#include <string>

#include "engine/trace/latency_trace.h"

namespace chasescope::inference {

struct MissMark {
  bool clear = false;       ///< hits and misses don't overlap; only then do the numbers below mean anything
  std::string why_unclear;  ///< a sentence
  double from = 0, to = 0;  ///< cycles; an access that took from < x <= to missed
  double hit = 0;           ///< median of the accesses at or below `from`, in the fitting trace
  double miss = 0;          ///< median of those above it, in the overflowing one
  bool marks(float cycles) const { return cycles > from && cycles <= to; }
};

/// Learns the mark. One in fifty accesses of the overflowing trace must be slower than the fitting one's; fewer make no next level.
MissMark tell_apart(const LatencyTrace& fitting, const LatencyTrace& overflowing);

/// How many places of a pass of `pass` accesses missed in two whole passes of the trace or more. Outliers seldom come back to a
/// place; an array that doesn't fit misses in every warm pass, whatever the replacement policy.
std::size_t places_missing_again(const LatencyTrace& trace, const MissMark& mark, std::size_t pass);

}  // namespace chasescope::inference
