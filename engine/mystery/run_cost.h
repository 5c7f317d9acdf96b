// What a run will take of a mystery card's budget, told before it is made.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/device/description.h"
#include "engine/probe/probe.h"

namespace chasescope::mystery {

/// Accesses, timed and warm-up, that the probe asks for with these values: it is run on a device that says the same of itself and
/// where every access takes as long as any. Exact for probes that chase what they were told (fine-grained, miss-pattern), but for a
/// few accesses that are chased alone where a trace has several heights. More than `most` is told as one more than it. Nothing
/// where the probe asks for other things than chases, or can't be run with these values.
std::optional<std::uint64_t> accesses_of_run(const Probe& probe, const ParameterValues& values, const Description& device,
                                             std::uint64_t most);

/// Whether so many accesses are worth a question before they are spent: more than a tenth of what is left.
bool is_dear(std::uint64_t accesses, std::uint64_t left);

}  // namespace chasescope::mystery
