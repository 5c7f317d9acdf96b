// How many places a set holds: the load at which somebody is first pushed out.
//
// From cold, a set fills its ways one after the other whatever its policy, so that nobody misses while no more places of the set are in
// than it has ways. With one more, one of them is not there when it is visited again: somebody misses in every such trial, whatever the
// policy. So a load either hurts in (nearly) all trials or in (nearly) none, and where that changes, the ways end. What fits stays with
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
  at_times,  ///< trials enough, but neither nearly all nor nearly none: it is no set that is full
};
/// `loads`: how many are judged beside each other.
Hurts hurts(const Load& load, std::size_t loads);

struct Ways {
  std::optional<std::uint32_t> ways;
  bool more_may_tell = false;  ///< more trials may
  std::string why_not;         ///< a sentence
};

/// Where loads begin to hurt.
Ways ways_of(const std::vector<Load>& loads);

}  // namespace chasescope::structure
