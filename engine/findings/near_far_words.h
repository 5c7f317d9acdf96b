// Words for lines of two kinds, near and far, for findings whose median describes neither kind.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "engine/statistics/two_kinds.h"

namespace chasescope {

struct NearFar {
  inference::TwoKinds kinds;
  inference::Neighbours neighbours;
  /// The latencies of both kinds, less `less` cycles (for a miss penalty: the hit latency). `where`: the subject of the words near
  /// and far, "memory" or "slices".
  std::string in_words(const char* where, double less = 0) const;
};

/// Empty unless there are two kinds and neighbouring lines are mostly of one. `cycles`: of lines in the order of their addresses.
std::optional<NearFar> near_far_of(std::span<const double> cycles);

}  // namespace chasescope
