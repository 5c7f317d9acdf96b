// Measures what the replacement policy of a data cache or TLB shows, and names it (inference/replacement.h).
#pragma once

#include <optional>

#include "engine/inference/replacement/replacement.h"
#include "engine/structure/replacement/policy_machine.h"
#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

struct PolicyFound {
  inference::Replacement replacement;
  std::uint32_t ways = 0;
  RunPtr cyclic;     ///< one line too many, in order, over and over
  RunPtr held_back;  ///< the same lines in another order, from an empty cache
  std::optional<MachineFound> machine;  ///< where no name of a policy fits: whether an automaton does
};

/// `lines`: one more than the set has ways, all in one set. Throws Undecided.
PolicyFound solve_policy(SetFollower& tester, const Addresses& lines);

}  // namespace chasescope::structure
