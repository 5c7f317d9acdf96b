// The replacement of one cache as an automaton, ready to be drawn: as it was learnt, or as the policy's name defines it. Pure.
#pragma once

#include <QString>
#include <optional>

#include "engine/findings/found_sets.h"
#include "engine/inference/replacement/policy_automaton.h"

namespace chasescope {

/// With more states than this the arrows of a ring can't be followed, and a table does not fit on a page.
inline constexpr std::size_t kMostStatesOfRing = 8, kMostStatesOfTable = 24;

struct MachineFacts {
  FoundSets cache;
  inference::PolicyAutomaton automaton;
  bool is_learnt = false;  ///< else made from the policy's definition
  QString policy;          ///< "LRU"; empty if it has no name
  std::size_t states() const { return automaton.states.size(); }
  bool hasRing() const { return states() <= kMostStatesOfRing; }
};

/// Nothing if neither an automaton was learnt nor the found policy has a name that defines one.
std::optional<MachineFacts> gatherMachine(const FoundSets& cache);

}  // namespace chasescope
