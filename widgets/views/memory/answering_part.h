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

/// The part whose hit latency comes nearest to `cycles` (without the cost of measuring); none where none comes near, as when the
/// address had to be looked up as well.
std::optional<AnsweringPart> answeringPart(const std::vector<Finding>& findings, MemorySpace space, double cycles);

}  // namespace chasescope
