// The accesses of a mystery card's budget that a run will cost, computed before the run.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/device/description.h"
#include "engine/probe/probe.h"

namespace chasescope::mystery {

/// The accesses, timed and warm-up, that the probe requests with these values. The probe is run on a device with the same
/// description on which all accesses take the same time. The number is exact for probes whose parameters determine the chase
/// (fine-grained, miss-pattern), except for a few accesses that are chased alone if a trace has several levels of latency.
/// \return a number above `most` as `most` + 1; empty if the probe sends other requests than chases, or can't run with these
/// values.
std::optional<std::uint64_t> accesses_of_run(const Probe& probe, const ParameterValues& values, const Description& device,
                                             std::uint64_t most);

/// Whether a person should be asked before so many accesses are spent: they are more than a tenth of those left.
bool is_dear(std::uint64_t accesses, std::uint64_t left);

}  // namespace chasescope::mystery
