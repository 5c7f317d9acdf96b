// What all structure probes share: the choice of spaces, the parameters, and the treatment of failures.
#pragma once

#include "engine/probe/caches/spaces.h"

namespace chasescope::structure {

/// Parameters of every structure probe: space (unset: all that the device has), carveout_percent, l1_kib, sm, budget.
std::vector<Parameter> structure_parameters();
/// The parameters of probes that report each cache by itself. They add `caches`, which can restrict the probe to the nearest cache.
std::vector<Parameter> structure_parameters_of_each_cache();

/// Explores each space and passes every cache to `findings_of`. An L2 that global.cg has shown is not measured again through
/// global.ca.
Outcome<ProbeReport> run_structure_probe(const ProbeInfo& info, Device& device, const ParameterValues& values,
                                         const ProbeControl& control, Depth depth, const FindingsOfCache& findings_of,
                                         Latencies latencies = Latencies::of_one_sm);

/// The spaces with caches that a device serves, or the one that the values name.
std::vector<MemorySpace> spaces_to_look_at(const ProbeInfo& info, const Description& device, const ParameterValues& values);

/// Why the device refuses even the smallest chase with this setting through one of these spaces.
std::optional<DeviceError> check_setting(const Setting& setting, const std::vector<MemorySpace>& spaces, const Description& device);

/// The setting and the budget that the values state.
Setting setting_from(const ProbeInfo& info, const ParameterValues& values);
Budget budget_from(const ProbeInfo& info, const ParameterValues& values);

}  // namespace chasescope::structure
