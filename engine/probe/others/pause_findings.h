// Findings about periodic pauses in a trace of memory accesses.
#pragma once

#include <span>
#include <vector>

#include "engine/findings/finding.h"
#include "engine/findings/run.h"

namespace chasescope {

/// The interval of the pauses, and the latency of accesses between them. `cycles`: the latencies of all accesses of `run` in order,
/// less the measuring overhead. `or_why_not`: if no pauses are found, return both findings as `not_measurable` with the reason;
/// without it, return nothing.
std::vector<Finding> pause_findings(const Run& run, std::span<const double> cycles, const char* space, bool or_why_not);

}  // namespace chasescope
