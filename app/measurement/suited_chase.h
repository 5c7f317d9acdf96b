// A chase whose footprint suits the device: a little larger than the nearest cache and with a stride of one line, so that some
// lines miss and some hit. The figure, the command line and the window choose it in the same way.
#pragma once

#include <optional>
#include <stop_token>

#include "engine/device/device.h"
#include "engine/probe/probe.h"

namespace chasescope {

/// Whether a fine-grained chase with these values leaves its footprint open.
bool wants_suited_chase(const ProbeInfo& probe, const ParameterValues& given);

/// Why the device refuses a chase with these values whatever its footprint is; known before a sweep looks for one.
std::optional<DeviceError> fault_of_chase(const Description& device, const ParameterValues& given);

/// The person's values with suited space, footprint and stride, found by quick sweeps whose events are not passed on. Only the
/// person's values if the sweeps find no end of a cache, fail, or are stopped.
ParameterValues suited_chase(Device& device, const ParameterValues& given, const std::stop_token& stop);

}  // namespace chasescope
