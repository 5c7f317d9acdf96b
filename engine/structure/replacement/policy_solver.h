// Measures the replacement policy of a data cache or TLB, and names it (engine/inference/replacement/replacement.h).
#pragma once

#include <optional>
#include <string>

#include "engine/inference/replacement/replacement.h"
#include "engine/structure/replacement/policy_machine.h"
#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

struct PolicyFound {
  inference::Replacement replacement;
  std::uint32_t ways = 0;
  RunPtr cyclic;                        ///< the chase with one line too many for the set, in the same order over and over
  RunPtr held_back;                     ///< a chase of the same lines in other orders, from an empty cache
  std::optional<MachineFound> machine;  ///< the automaton, if no named policy fits
};

/// `lines`: one more than the set has ways, all in that set. `why_no_machine`: the reason (a sentence) why no automaton is learnt
/// if a description already predicts each access; else empty. Throws Undecided.
PolicyFound solve_policy(SetFollower& tester, const Addresses& lines, std::string why_no_machine = {});

}  // namespace chasescope::structure
