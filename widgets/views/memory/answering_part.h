// Which part of the hierarchy answered an access, as its latency and the measured hit latencies of its memory space tell it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/device/chase.h"
#include "engine/findings/finding.h"

namespace chasescope {

struct AnsweringPart {
  std::string subject;
  double hit_cycles = 0;  ///< as measured
};

/// The part whose hit latency is nearest to `cycles` (without the cost of measuring). None where no hit latency is near, for
/// instance after a TLB miss.
std::optional<AnsweringPart> answeringPart(const std::vector<Finding>& findings, MemorySpace space, double cycles);

}  // namespace chasescope
