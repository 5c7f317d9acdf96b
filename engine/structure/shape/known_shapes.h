// The shapes of nearest caches that earlier steps of a whole have found. Other spaces may lead to the same array, so that they are
// worth a guess.
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
  /// Set indices of nearest caches with such a line whose sets have so many ways.
  std::vector<inference::SetIndex> indices_like(std::uint64_t line_bytes, std::size_t ways) const;
  /// What trials showed of nearest caches, sets and ways included, and under which setting.
  std::vector<Known> by_trials() const;
  void remember(const Setting& setting, const CacheShape& nearest) { nearest_.push_back({setting, nearest}); }

 private:
  std::vector<Known> nearest_;  // not all by trials
};

}  // namespace chasescope::structure
