// What a trace of accesses to memory tells of its pauses, as findings.
#pragma once

#include <span>
#include <vector>

#include "engine/findings/finding.h"
#include "engine/findings/run.h"

namespace chasescope {

/// The interval of the pauses, and the latency between them. `cycles`: of all accesses of `run` in their order, the cost of
/// measuring removed. `or_why_not`: without pauses that are told both come all the same, with the reason; else nothing comes.
std::vector<Finding> pause_findings(const Run& run, std::span<const double> cycles, const char* space, bool or_why_not);

}  // namespace chasescope
