#include "engine/probe/locked_probe.h"

#include <algorithm>

#include "engine/output/outgoing_text.h"

namespace chasescope {

std::optional<DeviceError> fault_of_lock(const Description& device, const ProbeInfo& probe) {
  const auto& locked = device.locked_probes;
  if (std::find(locked.begin(), locked.end(), probe.name) == locked.end()) return std::nullopt;
  return DeviceError{ErrorCode::unsupported, "The lecturer has locked the probe " + probe.title + " (" + probe.name + ") on " +
                                                 one_line(device.name) +
                                                 ": find it out by chases of your own, such as fine-grained."};
}

}  // namespace chasescope
