// Finds the levels of a trace in a time that does not grow with its length.
#pragma once

#include "engine/inference/levels/latency_levels.h"
#include "engine/trace/latency_trace.h"
#include "widgets/plot/latency_counts.h"

namespace chasescope {

/// Finds the levels of a trace from the counts of its latencies, on about 65,536 accesses however long the trace is. Common
/// latencies are thinned in proportion, rare ones are all kept, so that three misses in ten million accesses are still a level. The
/// levels' numbers of accesses are exact. `counts` are the counts of the whole trace.
inference::LatencyLevels boundedLevels(const LatencyTrace& trace, const LatencyCounts& counts);

}  // namespace chasescope
