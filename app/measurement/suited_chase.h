// A chase that shows something on a device: a footprint that is a little larger than what the nearest cache holds, line by line, so
// that some lines miss and some do not. The same choice for the figure, the probe on the command line and the window.
#pragma once

#include <stop_token>

#include "engine/device/device.h"
#include "engine/probe/probe.h"

namespace chasescope {

/// Whether a fine-grained chase with these values leaves its footprint open.
bool wants_suited_chase(const ProbeInfo& probe, const ParameterValues& given);

/// The person's values, and with them what suits the device (space, footprint, stride), found by quick sweeps that nobody is told
/// of. The values alone where the sweeps show no end of a cache, fail, or are stopped.
ParameterValues suited_chase(Device& device, const ParameterValues& given, const std::stop_token& stop);

}  // namespace chasescope
