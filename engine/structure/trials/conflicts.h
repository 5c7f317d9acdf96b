// Which places evict each other in random trials. Places of one set do, and that is how sets are found.
//
// A trial reads a random part of all places. A place that shares a set with another one misses more often in the trials that read
// the other one as well. No policy and no geometry is assumed. If there are sets, the pairs of places form two groups, with and
// without a conflict, and a gap between them. How wide the gap must be follows from the number of pairs and the tolerated chance of
// an error (engine/statistics/assumptions.h).
#pragma once

#include <cstddef>
#include <vector>

#include "engine/experiment/trial_table.h"

namespace chasescope::structure {

/// The evidence that two places evict each other: how much more often they miss in trials that read both, in standard errors, over
/// both directions. 0 if one of them was never read or never missed.
double conflict(const experiment::TrialTable& table, std::size_t i, std::size_t j);

/// The places that were examined, in groups that evict each other.
struct Conflicts {
  std::vector<std::vector<std::size_t>> groups;  ///< places that share a set; each group once, groups and members ascending
  std::vector<std::size_t> alone;                ///< examined places that nothing evicts
  /// standard errors; without any sets, one table in a million has a pair above this
  double limit = 0;
  double median_partner = 0;  ///< the median of the pairs above the limit; 0 if there is none
  /// The share of the examined pairs within a group that evict each other. It is 1 if sets are the cause.
  double agreement = 1;

  /// By what factor the number of trials must grow to separate the two groups of pairs. 1: they are separate.
  double more_trials() const;
};

/// The counts so far of a table to which trials are added. With them, find_conflicts() only counts the new trials.
struct CountedPairs {
  std::vector<experiment::Together> together;  ///< for each examined place: the counts with every place
  std::size_t words = 0;                       ///< full words of the table that are counted
};

/// `looked_at`: the distinct places to examine. `counted`: the counts of the same places in an earlier state of the table. Cost:
/// O(looked_at · places · trials / 64).
Conflicts find_conflicts(const experiment::TrialTable& table, const std::vector<std::size_t>& looked_at, CountedPairs& counted);
inline Conflicts find_conflicts(const experiment::TrialTable& table, const std::vector<std::size_t>& looked_at) {
  CountedPairs counted;
  return find_conflicts(table, looked_at, counted);
}

}  // namespace chasescope::structure
