// Which places hurt each other: what sets are seen in.
//
// A place that shares a set with another misses more often when the other was in the trial as well. Nothing else is assumed: no
// policy, no geometry. Where there are sets, the pairs fall into two heaps with nothing between; how wide the gap must be follows
// from the number of pairs and the chance of being wrong (statistics/assumptions.h).
#pragma once

#include <cstddef>
#include <vector>

#include "engine/experiment/trial_table.h"

namespace chasescope::structure {

/// How much more often two places miss with each other than without, in standard errors, both ways taken together. 0 where one of
/// them was never in, or never missed.
double conflict(const experiment::TrialTable& table, std::size_t i, std::size_t j);

/// Some of the places with everybody who hurts them.
struct Conflicts {
  std::vector<std::vector<std::size_t>> groups;  ///< places that share a set; each group and its members once, ascending
  std::vector<std::size_t> alone;                ///< those that were looked at and that nobody hurts
  double limit = 0;                              ///< standard errors: of a million tables without any sets, one has a pair above it
  double median_partner = 0;                     ///< of the pairs above the limit; 0 where there is none
  /// Of the pairs of two places of one group that were both looked at, the share that hurt each other: all of them where sets are
  /// what hurts.
  double agreement = 1;

  /// How many times as many trials would bring the heaps apart; 1: they are.
  double more_trials() const;
};

/// What was counted of pairs, so that trials which are added to a table are all that is counted when it is asked again.
struct CountedPairs {
  std::vector<experiment::Together> together;  ///< of every place with each that is looked at
  std::size_t words = 0;                       ///< of the table, that were full
};

/// `looked_at`: distinct places; `counted`: of the same ones, in a table that only grew. O(looked_at · places · trials / 64).
Conflicts find_conflicts(const experiment::TrialTable& table, const std::vector<std::size_t>& looked_at, CountedPairs& counted);
inline Conflicts find_conflicts(const experiment::TrialTable& table, const std::vector<std::size_t>& looked_at) {
  CountedPairs counted;
  return find_conflicts(table, looked_at, counted);
}

}  // namespace chasescope::structure
