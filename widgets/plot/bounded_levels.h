// Levels of a trace of any length at a bounded price.
#pragma once

#include "engine/inference/levels/latency_levels.h"
#include "engine/trace/latency_trace.h"
#include "widgets/plot/latency_counts.h"

namespace chasescope {

/// Finds the levels of a trace from the counts of its latencies: about 65,536 accesses are looked at however long it is. Common
/// latencies are thinned in proportion, rare ones are all kept, so that three misses of ten million are still a level. The levels'
/// numbers of accesses are exact. `counts` are the counts of the whole trace.
inference::LatencyLevels boundedLevels(const LatencyTrace& trace, const LatencyCounts& counts);

}  // namespace chasescope
