// The shapes of nearest caches that earlier steps of an exploration found. Other spaces may use the same array, so that these
// shapes are good candidates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/experiment/lab.h"
#include "engine/inference/sets/set_index.h"
#include "engine/structure/sets/cache_solver.h"

namespace chasescope::structure {

class KnownShapes {
 public:
  struct Known {
    Setting setting;
    CacheShape shape;
  };
  /// The set indices of nearest caches with this line size and this number of ways.
  std::vector<inference::SetIndex> indices_like(std::uint64_t line_bytes, std::size_t ways) const;
  /// The nearest caches that trials found, with sets and ways, and the setting of each.
  std::vector<Known> by_trials() const;
  void remember(const Setting& setting, const CacheShape& nearest) { nearest_.push_back({setting, nearest}); }

 private:
  std::vector<Known> nearest_;  // including those that were not found by trials
};

}  // namespace chasescope::structure
