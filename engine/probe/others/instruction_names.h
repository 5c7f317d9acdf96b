// The names of the instruction caches of a device.
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include "engine/device/description.h"
#include "engine/findings/vocabulary.h"

namespace chasescope {

/// Nearest first. From compute capability 7.0 on the nearest is called L0; so it is where the capability is unknown.
inline std::vector<std::string> instruction_names(const Description& device) {
  constexpr int kFirstWithL0 = 7;
  const auto& capability = device.properties.compute_capability;
  const int major = capability ? std::atoi(capability->c_str()) : 0;
  if (major > 0 && major < kFirstWithL0) return {subject::instruction_l1, subject::instruction_l2};
  return {subject::instruction_l0, subject::instruction_l1, subject::instruction_l2};
}

}  // namespace chasescope
