// The parameters that all fine-grained chase probes share, and the requests that follow from them.
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

/// The request with space, carve-out, L1 size and SM as given by the values. The probe adds pattern, warm-up and accesses.
ChaseRequest request_from(const ProbeInfo& probe, const ParameterValues& values);

/// The reference for `request`: a chase that reads one element over and over under the same conditions. After its first access the
/// nearest cache always holds this element, so that its latency is that of a hit, if there is a cache (hit_reference.h).
PlannedChase reference_for(ChaseRequest request, std::uint64_t offset = 0);

/// The conditions of a finding that came from `request`: space, footprint, stride and what else was set.
nlohmann::json conditions_of(const ChaseRequest& request);

}  // namespace chasescope
