// Levels of a trace of any length at a bounded price.
#pragma once

#include "engine/inference/latency_levels.h"
#include "engine/trace/latency_trace.h"
#include "widgets/plot/latency_counts.h"

namespace chasescope {

/// Finds the levels in up to 65,536 accesses spread over the trace; their numbers of accesses are those of the whole trace. `counts`
/// are the counts of the whole trace.
inference::LatencyLevels boundedLevels(const LatencyTrace& trace, const LatencyCounts& counts);

}  // namespace chasescope
