// The parameters that probes of the fine-grained chase share, and the request that they make.
#pragma once

#include "engine/device/chase.h"
#include "engine/experiment/recorder.h"
#include "engine/probe/probe.h"

namespace chasescope {

Parameter space_parameter();
Parameter stride_parameter();
Parameter carveout_parameter();
Parameter l1_kib_parameter();
Parameter sm_parameter();

/// The request with space, carve-out, L1 size and SM as the values say; pattern, warm-up and accesses are left to the probe.
ChaseRequest request_from(const ProbeInfo& probe, const ParameterValues& values);

/// The reference for `request`: the element at one offset visited over and over under the same conditions. After its first access the
/// nearest cache always holds it, so that it shows what a hit takes, if there is a cache (hit_reference.h).
PlannedChase reference_for(ChaseRequest request, std::uint64_t offset = 0);

/// The conditions of a finding that came from `request`: space, footprint, stride and what else was set.
nlohmann::json conditions_of(const ChaseRequest& request);

}  // namespace chasescope
