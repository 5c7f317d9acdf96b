// Learns the automaton of a replacement policy by asking one set through its lines (engine/inference/replacement/policy_words.h).
//
// A word must begin with an empty set, so each word is a chase of its own, of some tens of visits. (Trials can't be used: they
// visit lines in hashed orders.) With 4 ways, NRU (14 states) takes 2,500 chases and 150,000 accesses, SRRIP (170 states) 20,000 to
// 25,000 chases and 700,000 accesses. NRU with 8 ways (254 states) takes 42,000 chases and 2 million accesses. The search gives up
// after 7,000 to 46,000 chases if there are too many states.
#pragma once

#include <cstdint>

#include "engine/inference/replacement/policy_automaton.h"
#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

struct MachineFound {
  inference::LearnedAutomaton learned;
  std::uint64_t chases = 0, accesses = 0;  ///< the cost
  std::vector<RunPtr> runs;                ///< a few words whose outcome was predicted
};

/// Whether words can be asked at all: chases begin with an empty set, no cache in front answers, no access is misread, and there
/// are not too many ways.
bool can_be_asked(const SetFollower& tester, std::uint32_t ways);

/// `lines`: more lines than the set has ways, all in that set. Does not throw Undecided; `learned.undecided` has the reason.
MachineFound ask_for_machine(SetFollower& tester, const Addresses& lines, std::uint32_t ways);

}  // namespace chasescope::structure
