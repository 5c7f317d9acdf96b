// The automaton of a replacement policy, asked of one set through its lines (inference/policy_words.h).
//
// A word must begin at an empty set, so each is a chase of its own, of some tens of visits: trials visit what their hash draws, and
// no words. Of 4 ways, NRU (14 states) takes 2,500 chases and 150,000 accesses, SRRIP (170 states) 20,000 to 25,000 chases and
// 700,000 accesses; NRU of 8 ways (254 states) 42,000 and 2 million. What has too many states gives up after 7,000 to 46,000
// chases.
#pragma once

#include <cstdint>

#include "engine/inference/replacement/policy_automaton.h"
#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

struct MachineFound {
  inference::LearnedAutomaton learned;
  std::uint64_t chases = 0, accesses = 0;  ///< what it took
  std::vector<RunPtr> runs;                ///< a few of the words that came as foretold
};

/// Whether words can be asked at all: chases begin at an empty set, nothing in front answers, no access may be misread, and there
/// are not too many ways.
bool can_be_asked(const SetFollower& tester, std::uint32_t ways);

/// `lines`: one more than the set has ways, or more, all in one set. Does not throw Undecided: then `learned.undecided` says why.
MachineFound ask_for_machine(SetFollower& tester, const Addresses& lines, std::uint32_t ways);

}  // namespace chasescope::structure
