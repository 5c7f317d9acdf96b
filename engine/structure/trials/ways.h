// How many lines a set holds: the smallest load at which one of them is evicted.
//
// Starting empty, a set of any policy fills its ways one after the other. So nothing misses as long as a trial reads no more places
// of the set than it has ways. With one more, one of them is gone when it is read again: every such trial has a miss, whatever the
// policy. So a load has a miss in all trials or in none, but for noise, and the number of ways lies where that changes. Smaller
// loads than one that fits need not be seen, because they fit as well.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/experiment/trial_table.h"

namespace chasescope::structure {

/// The trials that read a certain number of places of a set.
struct Load {
  std::uint64_t trials = 0;
  std::uint64_t hurt = 0;  ///< trials in which at least one of these places missed
};

/// The trials of each load, indexed by the number of places of the set that were read, from 0. O(places · trials).
std::vector<Load> loads_of(const experiment::TrialTable& table, const std::vector<std::size_t>& set);

enum class Hurts {
  never,
  always,
  untold,    ///< too few trials
  at_times,  ///< more often than noise explains, but not always: it is not a full set
};
/// `judged`: the number of loads that are judged together, none of which may be judged wrongly. `stray`: the largest share (0 to 1)
/// of trials in which noise shows the opposite; 0 if latencies are exact.
Hurts hurts(const Load& load, double judged, double stray);

struct Ways {
  std::optional<std::uint32_t> ways;
  bool more_may_tell = false;  ///< whether more trials may decide
  std::string why_not;         ///< a sentence
};

/// The number of ways. `judged`: all loads that are judged, those of other sets too. `stray`: the share of visits that noise shows
/// as misses.
Ways ways_of(const std::vector<Load>& loads, double judged, double stray);

}  // namespace chasescope::structure
