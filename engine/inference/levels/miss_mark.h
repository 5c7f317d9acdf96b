// Tells misses from hits by latencies learnt from two traces: one of a footprint that fits, and one of a footprint that is much too
// large.
//
//   const MissMark mark = tell_apart(fitting, overflowing);
//   if (mark.clear) misses = std::count_if(…, [&](float cycles) { return mark.marks(cycles); });
//
// No latency is assumed. Misses have a window of latencies and not only a lower limit. Interrupts, which are slower than any level,
// and accesses that are slow for other reasons lie outside of it.
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
  double miss = 0;          ///< median of the accesses above `from`, in the overflowing trace
  bool marks(float cycles) const { return cycles > from && cycles <= to; }
};

/// Learns the window. At least one in fifty accesses of the overflowing trace must be slower than the fitting trace's accesses;
/// with fewer slow accesses, there is no next level.
MissMark tell_apart(const LatencyTrace& fitting, const LatencyTrace& overflowing);

/// How many of the `pass` places of a pass missed in at least two whole passes of the trace. Outliers seldom strike the same place
/// twice. An array that doesn't fit misses in every warm pass, whatever the replacement policy.
std::size_t places_missing_again(const LatencyTrace& trace, const MissMark& mark, std::size_t pass);

}  // namespace chasescope::inference
