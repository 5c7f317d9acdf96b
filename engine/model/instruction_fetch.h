// Instruction caches at work: what straight-line code takes when it is run again and again.
#pragma once

#include <cstdint>
#include <stop_token>

#include "engine/model/spec/card.h"

namespace chasescope::model {

/// SM cycles per instruction of code of `bytes` bytes, run once untimed and then `repeats` times. A run that is stopped gives what
/// has been reached. \pre the card has instruction caches; bytes >= one instruction.
double cycles_per_instruction(const Card& card, std::uint64_t bytes, std::uint64_t repeats, std::uint64_t seed,
                              const std::stop_token& stop = {});

}  // namespace chasescope::model
