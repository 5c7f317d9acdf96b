// Page faults in walks over memory whose pages are brought when they are touched first.
//
//   FaultsFound found = find_faults(walks, 1024);   // walks over the same places, each from pages that lie elsewhere
//
// A fault is an access that takes much longer in the first pass of all walks but one, at the same place, and not in the second
// pass: what happens by chance (an interrupt) is at other places each time, and what the place itself costs (a row of memory, a
// page table's entry) is there in the second pass as well. How much longer is not assumed: the slow accesses must stand apart from
// all others.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/statistics/median_interval.h"

namespace chasescope::inference {

/// The latencies of two passes in a row, by place.
struct FaultWalk {
  std::vector<float> first, second;
};

struct FaultsFound {
  std::string undecided;              ///< why nothing is told; a sentence. Empty: what follows is
  double cut = 0;                     ///< cycles that tell the slow from the others
  std::vector<std::uint64_t> places;  ///< bytes from the begin, in order: where pages were waited for
  double present = 0;                 ///< median of accesses that find the page there, cycles
  MedianInterval cost;                ///< of the wait, cycles: what those accesses took more
  double shortest = 0, longest = 0;   ///< of the waits: 5 % and 95 %
  /// Distances of neighbouring faults in bytes: what one fault brought, at the least and at the most. None: there were too few.
  std::optional<std::uint64_t> least, most;
};

/// \pre at least four walks of the same length, each with two passes
FaultsFound find_faults(const std::vector<FaultWalk>& walks, std::uint64_t stride);

}  // namespace chasescope::inference
