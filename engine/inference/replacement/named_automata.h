// Named policies as automata, made from their definitions, so that they can be drawn like a learnt automaton.
#pragma once

#include <optional>
#include <string_view>

#include "engine/inference/replacement/policy_automaton.h"

namespace chasescope::inference {

/// "lru", "fifo" or "plru" (whose tree is filled from the left). No value for any other name, if the policy does not exist for so
/// many ways, or if it would have more than kMostAutomatonStates states.
std::optional<PolicyAutomaton> automaton_of(std::string_view policy, std::uint32_t ways);

}  // namespace chasescope::inference
