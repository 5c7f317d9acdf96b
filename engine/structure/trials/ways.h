// How many places a set holds: the load at which somebody is first pushed out.
//
// From cold, a set fills its ways one after the other whatever its policy, so that nobody misses while no more places of the set are in
// than it has ways. With one more, one of them is not there when it is visited again: somebody misses in every such trial, whatever the
// policy. So a load either hurts in all trials or in none, but for what noise adds, and where that changes, the ways end. What fits stays with
// fewer as well, so that loads below need not be seen.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/experiment/trial_table.h"

namespace chasescope::structure {

/// The trials in which so many places of a set were in.
struct Load {
  std::uint64_t trials = 0;
  std::uint64_t hurt = 0;  ///< of them, those in which at least one of the places missed
};

/// By the number of places that were in, from 0. O(places · trials).
std::vector<Load> loads_of(const experiment::TrialTable& table, const std::vector<std::size_t>& set);

enum class Hurts {
  never,
  always,
  untold,  ///< too few trials
  at_times,  ///< more often than noise explains, and not at other times: it is no set that is full
};
/// `judged`: how many are beside each other, of which none may be judged wrongly. `stray`: in how many of the trials, at most, noise shows
/// the contrary (0 to 1); in none, where latencies are exact.
Hurts hurts(const Load& load, double judged, double stray);

struct Ways {
  std::optional<std::uint32_t> ways;
  bool more_may_tell = false;  ///< more trials may
  std::string why_not;         ///< a sentence
};

/// Where loads begin to hurt. `judged`: in all, those of other sets too; `stray`: the share of visits that noise shows as misses.
Ways ways_of(const std::vector<Load>& loads, double judged, double stray);

}  // namespace chasescope::structure
