// The replacement policy of one set, from chases over one line more than the set has ways.
//
// The prediction of a deterministic policy is compared with the measurement access by access. A random policy gives every line a
// probability to be the next victim. From these probabilities follow the distributions of the victims' ways, of the ranks of their
// last touch and of the ranks of their fill. The measured distributions must agree with them in an order of accesses that was not
// used to estimate the probabilities (2014 paper §3.2, step 4, and §4.2, figure 8).
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
  std::string policy;     ///< the name that findings use; empty if undecided
  std::string behaviour;  ///< for the policy `other`: its behaviour as a clause, if that is known
  std::string undecided;
  bool more_may_decide = false;      ///< undecided, but more replacements might decide
  std::vector<WayProbability> ways;  ///< probability of each way to be replaced, ascending; only for weighted_way
  std::string ways_undecided;        ///< for weighted_way: why there are no probabilities
  bool in_turn = false;              ///< not random: the likeliest way is replaced every second time
  std::size_t victims = 0;           ///< number of replacements from which the answer follows
  double agreement = 0;              ///< share of held-back observations that were predicted; for random policies the p-value
  std::vector<std::string> excluded;  ///< for each policy that the data exclude, a clause that says why
  /// A clause, if the data exclude a policy by fewer accesses than would tell two policies apart. Either the policy is a relative
  /// of that one, or something else took a way of the set now and then; the two can't be told apart.
  std::string nearly;
};

/// Compares deterministic policies access by access, over several chases that each start with an empty set. The more the orders of
/// the chases differ, the better. The policy is empty if none fits, or if several do (more_may_decide).
Replacement policy_from_empty_set(const std::vector<std::vector<SetAccess>>& chases, std::uint32_t ways, bool noisy);

/// Compares deterministic policies victim by victim, whatever the set held at first. Both chases must agree.
Replacement policy_from_victims(const Victims& in_order, const Victims& mixed, std::uint32_t ways, bool noisy);

/// Compares random policies. Probabilities are estimated from `in_order` (lines in order) and must predict `mixed` (another order).
Replacement policy_of_chance(Victims in_order, Victims mixed, std::uint32_t ways, bool noisy);

/// The number of victims that policy_of_chance() needs in each of its chases.
std::size_t victims_wanted(std::uint32_t ways);

/// Whether a chase over lines that fit in the set has no miss once all lines are in. If there are such misses, other lines share
/// the set, and nothing can be said about its policy.
bool all_stay(const std::vector<SetAccess>& accesses, bool noisy);

}  // namespace chasescope::inference
