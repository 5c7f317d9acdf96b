// A device can lock a probe that would give away what a learner is to find out: the description of a mystery card lists the locked
// probes (description.h). The code that starts probes and the code that offers them both ask this function.
#pragma once

#include <optional>

#include "engine/device/description.h"
#include "engine/device/error.h"
#include "engine/probe/probe.h"

namespace chasescope {

/// If the device has locked the probe: the error `unsupported`, with a sentence that names the probe and what can be done instead.
std::optional<DeviceError> fault_of_lock(const Description& device, const ProbeInfo& probe);

}  // namespace chasescope
