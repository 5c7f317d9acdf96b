// The sets of the caches in front to which one address goes.
#pragma once

#include <algorithm>
#include <span>

#include "engine/structure/sets/cache_solver.h"

namespace chasescope::structure {

/// Lines in these sets evict each other from the caches in front, if there are more lines than ways.
/// \pre the index of each front is known; the fronts live as long as this object
class SetsInFront {
 public:
  SetsInFront(std::span<const CacheShape* const> fronts, std::uint64_t address) : fronts_(fronts), address_(address) {}

  /// An address near `from` that is in these sets. It may fail holds(), because moving an address into a set of one cache may move
  /// it out of the set of another.
  std::uint64_t moved(std::uint64_t from) const {
    for (const CacheShape* front : fronts_) from = front->index->moved_to_set(from, front->index->set_of(address_));
    return from;
  }
  bool holds(std::uint64_t address) const {
    return std::all_of(fronts_.begin(), fronts_.end(),
                       [&](const CacheShape* front) { return front->index->set_of(address) == front->index->set_of(address_); });
  }

 private:
  std::span<const CacheShape* const> fronts_;
  std::uint64_t address_;
};

}  // namespace chasescope::structure
