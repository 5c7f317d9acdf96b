// A probe that answers what people are to find out can be locked on a device: a mystery card says which are (description.h). What
// begins probes asks here, and so does what offers them.
#pragma once

#include <optional>

#include "engine/device/description.h"
#include "engine/device/error.h"
#include "engine/probe/probe.h"

namespace chasescope {

/// `unsupported`, with a sentence that names the probe and what can be done instead, where the device has it locked.
std::optional<DeviceError> fault_of_lock(const Description& device, const ProbeInfo& probe);

}  // namespace chasescope
