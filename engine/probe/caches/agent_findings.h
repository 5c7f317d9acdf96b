// What the two probes of paired agents have in common: the nearest caches that they look at, their parameters and their findings.
#pragma once

#include <functional>

#include "engine/probe/caches/findings.h"
#include "engine/probe/probe.h"
#include "engine/structure/sharing/pair_bench.h"

namespace chasescope::structure {

/// carveout_percent, l1_kib, sm, budget.
std::vector<Parameter> agent_parameters();

/// A finding of a nearest cache, not measurable so far, with what shows the cache as its evidence.
Finding blank_agent_finding(const NearestCache& cache, const std::string& quantity, const std::string& method,
                            const std::string& reference);

/// Adds runs to a finding's evidence and to the report, a dozen at most.
void cite_runs(Recorder& recorder, Finding& finding, const std::vector<RunPtr>& runs);

using AgentFindings = std::function<std::vector<Finding>(PairBench&, Recorder&, const NearestCaches&)>;

/// Surveys the nearest caches and hands them to `findings_of`. Caches that are not there are said to be absent; where the device
/// does not serve paired chases, nothing can be measured.
Outcome<ProbeReport> run_agent_probe(const ProbeInfo& info, Device& device, const ParameterValues& values,
                                     const ProbeControl& control, const std::string& quantity, const AgentFindings& findings_of);

}  // namespace chasescope::structure
