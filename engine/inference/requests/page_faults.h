// Finds page faults in walks over memory whose pages migrate on their first touch.
//
//   FaultsFound found = find_faults(walks, 1024);   // walks over the same places, each from pages that lie elsewhere
//
// A fault is an access that is much slower in the first pass of all walks but one, at the same place, and not in the second pass.
// Random events (an interrupt) strike other places each time. The costs of the place itself (a row of memory, a page table's entry)
// occur in the second pass as well. How much slower a fault is, is not assumed: the slow accesses must be clearly apart from all
// others.
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
  std::string undecided;              ///< why no faults are reported; a sentence. If it is empty, the members below are valid
  double cut = 0;                     ///< cycles; slower accesses are faults
  std::vector<std::uint64_t> places;  ///< offsets of the faults in bytes, in order
  double present = 0;                 ///< median latency of accesses to pages that are present, cycles
  MedianInterval cost;                ///< extra cycles of the accesses with a fault
  double shortest = 0, longest = 0;   ///< 5th and 95th percentile of these extra cycles
  /// Least and largest distance of neighbouring faults in bytes: the memory that one fault brings. Empty if there were too few
  /// faults.
  std::optional<std::uint64_t> least, most;
};

/// \pre at least four walks of the same length, each with two passes
FaultsFound find_faults(const std::vector<FaultWalk>& walks, std::uint64_t stride);

}  // namespace chasescope::inference
