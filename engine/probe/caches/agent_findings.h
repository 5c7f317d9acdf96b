// What the two probes of paired agents (`sharing` and `count`) share: the nearest caches that they examine, their parameters and
// their findings.
#pragma once

#include <functional>

#include "engine/probe/caches/findings.h"
#include "engine/probe/probe.h"
#include "engine/structure/sharing/pair_bench.h"

namespace chasescope::structure {

/// The parameters carveout_percent, l1_kib, sm and budget.
std::vector<Parameter> agent_parameters();

/// A finding about a nearest cache with the status `not_measurable`. Its evidence are the runs that show the cache.
Finding blank_agent_finding(const NearestCache& cache, const std::string& quantity, const std::string& method,
                            const std::string& reference);

/// Adds at most a dozen runs to a finding's evidence and to the report.
void cite_runs(Recorder& recorder, Finding& finding, const std::vector<RunPtr>& runs);

using AgentFindings = std::function<std::vector<Finding>(PairBench&, Recorder&, const NearestCaches&)>;

/// Surveys the nearest cache of each space and passes all of them to `findings_of`. A cache that does not exist gets a finding
/// `absent`. If the device does not serve paired chases, every finding is `not_measurable`.
Outcome<ProbeReport> run_agent_probe(const ProbeInfo& info, Device& device, const ParameterValues& values,
                                     const ProbeControl& control, const std::string& quantity, const AgentFindings& findings_of);

}  // namespace chasescope::structure
