// The replacement policy of one set, from chases over one line more than the set has ways.
//
// Policies without chance are compared with what they would have done, access by access. Each policy of chance gives every line a
// probability to be the next victim; how often lines went by their way, by how recently they had been touched, and by how long they
// had been in must agree, in an order of accesses that the probabilities were not estimated from (2014 paper §3.2, step 4, and
// §4.2, figure 8).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/inference/replacement/set_victims.h"

namespace chasescope::inference {

struct WayProbability {
  double value = 0, low = 0, high = 0;  ///< 95 % interval
};

struct Replacement {
  std::string policy;  ///< as in findings; empty if undecided
  std::string behaviour;  ///< of `other`: what it does, where that is known; a clause
  std::string undecided;
  bool more_may_decide = false;      ///< undecided, but more replacements might tell
  std::vector<WayProbability> ways;  ///< of each way to be the one replaced, ascending; only for weighted_way
  std::string ways_undecided;        ///< why there are none for weighted_way
  bool in_turn = false;              ///< chance has no part in it: the likeliest way is taken every second time
  std::size_t victims = 0;           ///< replacements that the answer rests on
  double agreement = 0;              ///< share of held-back observations that came as predicted; for policies of chance the p-value
  std::vector<std::string> excluded;  ///< what the data rule out, in words
};

/// Compares with policies without chance, access by access, over several chases that each start at an empty set. The more their
/// orders differ the better. Empty policy if none fits, or (more_may_decide) if several do.
Replacement policy_from_empty_set(const std::vector<std::vector<SetAccess>>& chases, std::uint32_t ways, bool noisy);

/// Compares with policies without chance, victim by victim, whatever the set held at first. Both chases must agree.
Replacement policy_from_victims(const Victims& in_order, const Victims& mixed, std::uint32_t ways, bool noisy);

/// Compares with policies of chance: `in_order` (lines in order) to estimate from, `mixed` (another order) to predict.
Replacement policy_of_chance(Victims in_order, Victims mixed, std::uint32_t ways, bool noisy);

/// How many victims policy_of_chance() wants to see in each of its chases.
std::size_t victims_wanted(std::uint32_t ways);

/// Whether a chase over lines that a set holds shows what it must: no line misses once it is in. Else other lines take part in the
/// set, and nothing can be said of its policy.
bool all_stay(const std::vector<SetAccess>& accesses, bool noisy);

}  // namespace chasescope::inference
