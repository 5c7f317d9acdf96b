// Policies with a name as automata, made from their definitions: to be drawn as what was learnt is.
#pragma once

#include <optional>
#include <string_view>

#include "engine/inference/replacement/policy_automaton.h"

namespace chasescope::inference {

/// "lru", "fifo" or "plru" (whose tree is filled from the left). Nothing for any other, where there is no such policy for so many
/// ways, and where it would have more than kMostAutomatonStates states.
std::optional<PolicyAutomaton> automaton_of(std::string_view policy, std::uint32_t ways);

}  // namespace chasescope::inference
