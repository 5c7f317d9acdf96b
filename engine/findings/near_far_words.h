// Lines of two kinds, near and far, in words: for findings whose median says little of either.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "engine/statistics/two_kinds.h"

namespace chasescope {

struct NearFar {
  inference::TwoKinds kinds;
  inference::Neighbours neighbours;
  /// What either kind takes, less `less` cycles (for a miss penalty: the hit). `where`: what is near or far, "memory" or "slices".
  std::string in_words(const char* where, double less = 0) const;
};

/// Empty unless there are two kinds and neighbouring lines are mostly of one. `cycles`: of lines in the order of their addresses.
std::optional<NearFar> near_far_of(std::span<const double> cycles);

}  // namespace chasescope
