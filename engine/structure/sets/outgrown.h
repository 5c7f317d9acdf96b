// Where a data cache is outgrown, to the line (2014 paper §3.2, steps 1 and 2): the largest footprint that misses nothing, and the
// lines that evict each other one line later.
#pragma once

#include "engine/structure/testers/data_tester.h"

namespace chasescope::structure {

struct Outgrown {
  std::uint64_t contiguous_bytes = 0;  ///< the largest contiguous footprint without a miss; where misses come by chance: with hardly any
  /// Its interval: from where not one was seen to where there were many. One value where nothing is left to chance.
  std::uint64_t contiguous_at_least = 0, contiguous_at_most = 0;
  std::string doubt;  ///< why the footprint is not certain, if noise leaves it open; the set that overflows does not rest on it
  RunPtr fits, overflows;  ///< the walks just below and just above
  Addresses overflowing;   ///< a minimal overflowing set within it; empty if not found
  std::vector<RunPtr> set_runs;
  std::string undecided;  ///< why there is no overflowing set
};

/// A minimal overflowing set from lines all over memory, for caches that neighbouring lines do not outgrow set by set. Throws
/// Undecided.
Addresses overflow_from_anywhere(DataTester& tester, std::vector<RunPtr>& runs);

/// What is looked for: the footprint alone, or also the lines that evict each other just above it.
enum class Sought { footprint, overflowing_set };

/// Bisects the boundary, then reduces the missing lines to a minimal overflowing set. Throws Undecided.
Outgrown outgrow(DataTester& tester, const Boundary& boundary, Sought sought = Sought::overflowing_set);

}  // namespace chasescope::structure
