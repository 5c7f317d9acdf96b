// What the structure probes have in common: which spaces they look at, their parameters, and how failures end them.
#pragma once

#include "engine/probe/caches/spaces.h"

namespace chasescope::structure {

/// Parameters of every structure probe: space (all that the device has, unless one is named), carveout_percent, l1_kib, sm, budget.
std::vector<Parameter> structure_parameters();
/// Those of probes that tell of each cache by itself: caches, of which the nearest alone may be wanted, too.
std::vector<Parameter> structure_parameters_of_each_cache();

/// Looks at each space and hands every cache to `findings_of`. An l2 that global.cg shows is not looked at again through global.ca.
Outcome<ProbeReport> run_structure_probe(const ProbeInfo& info, Device& device, const ParameterValues& values,
                                         const ProbeControl& control, Depth depth, const FindingsOfCache& findings_of,
                                         Latencies latencies = Latencies::of_one_sm);

/// The spaces with caches that a device serves, or the one that the values name.
std::vector<MemorySpace> spaces_to_look_at(const ProbeInfo& info, const Description& device, const ParameterValues& values);

/// The setting and the budget that the values state.
Setting setting_from(const ProbeInfo& info, const ParameterValues& values);
Budget budget_from(const ProbeInfo& info, const ParameterValues& values);

}  // namespace chasescope::structure
