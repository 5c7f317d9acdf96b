// The time of straight-line code that is run again and again through the instruction caches.
#pragma once

#include <cstdint>
#include <stop_token>

#include "engine/model/spec/card.h"

namespace chasescope::model {

/// SM cycles per instruction of code of `bytes` bytes, run once untimed and then `repeats` times. If `stop` is requested, the
/// result counts only the fetches made until then. \pre the card has instruction caches; bytes >= one instruction.
double cycles_per_instruction(const Card& card, std::uint64_t bytes, std::uint64_t repeats, std::uint64_t seed,
                              const std::stop_token& stop = {});

}  // namespace chasescope::model
