// Where a data cache is outgrown, to the line (2014 paper §3.2, steps 1 and 2): the largest footprint without a miss, and the lines
// that evict each other when it grows by one line.
#pragma once

#include "engine/structure/testers/data_tester.h"

namespace chasescope::structure {

struct Outgrown {
  /// the largest contiguous footprint without a miss; if lines are replaced at random: with hardly any
  std::uint64_t contiguous_bytes = 0;
  /// The interval of contiguous_bytes: from the largest footprint without any miss to the smallest with many. Both ends are equal
  /// if nothing is random.
  std::uint64_t contiguous_at_least = 0, contiguous_at_most = 0;
  std::string doubt;       ///< why the footprint is uncertain, if noise hides it; the overflowing set does not depend on it
  RunPtr fits, overflows;  ///< the walks at the boundary: the largest that fits, the smallest that overflows
  Addresses overflowing;   ///< a minimal overflowing set within the footprint; empty if none was found
  std::vector<RunPtr> set_runs;
  std::string undecided;  ///< why there is no overflowing set
};

/// A minimal overflowing set of lines from all over memory, for caches in which neighbouring lines do not overflow one set after
/// the other. Throws Undecided.
Addresses overflow_from_anywhere(DataTester& tester, std::vector<RunPtr>& runs);

/// What to find: the footprint alone, or also the lines that evict each other just above it.
enum class Sought { footprint, overflowing_set };

/// Bisects the boundary, then reduces the missing lines to a minimal overflowing set. Throws Undecided.
Outgrown outgrow(DataTester& tester, const Boundary& boundary, Sought sought = Sought::overflowing_set);

}  // namespace chasescope::structure
