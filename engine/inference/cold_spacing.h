// What one miss brings, from a cold pass: the distance between accesses that had to fetch (topology thesis §4.3).
#pragma once

#include <cstddef>

#include "engine/trace/latency_trace.h"

namespace chasescope::inference {

struct ColdSpacing {
  std::size_t accesses = 0;  ///< from one fetch to the next; 0: no regular fetches seen
  std::size_t fetches = 0;   ///< how many were seen
};

/// `cold` is the first pass over an array in small strides, `hits` one element over and over, which tells the jitter. A fetch is an
/// access that is slower than the one after it, which finds what was brought; so it does not matter that some places are
/// farther than others. The distance is that of most fetches: interrupts and TLB misses are few.
ColdSpacing cold_spacing(const LatencyTrace& cold, const LatencyTrace& hits);

}  // namespace chasescope::inference
