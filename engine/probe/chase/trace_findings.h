// The findings that a single fine-grained trace supports.
#pragma once

#include <string>
#include <vector>

#include "engine/findings/finding.h"
#include "engine/findings/run.h"
#include "engine/inference/levels/trace_summary.h"

namespace chasescope {

/// Hit and miss latency levels, miss rate and period of `run`, a chase; `references` are the ids of the runs that show the hit
/// latency. The subject is `device`: one trace alone does not tell which cache answered.
std::vector<Finding> findings_of_trace(const Run& run, const std::vector<std::string>& references,
                                       const inference::TraceSummary& summary);

}  // namespace chasescope
