// The time of code that is run again and again through the instruction caches.
#pragma once

#include <cstdint>
#include <stop_token>

#include "engine/model/spec/card.h"

namespace chasescope::model {

/// Code that is run once untimed and then `repeats` times.
struct CodeRun {
  std::uint64_t bytes = 0;
  std::uint64_t repeats = 1;
  std::uint64_t stride = 0;  ///< in blocks, from one to the next that is run; 0: straight code
};

inline constexpr std::uint64_t kCodeBlock = 256;  ///< bytes of a block

/// SM cycles per instruction. If `stop` is requested, the result counts only the fetches made until then. A branch to another block
/// takes what any instruction takes. \pre the card has instruction caches; bytes >= one instruction; with a stride, `bytes` is a
/// multiple of kCodeBlock, and the stride has no common divisor with the number of blocks.
double cycles_per_instruction(const Card& card, const CodeRun& run, std::uint64_t seed, const std::stop_token& stop = {});

}  // namespace chasescope::model
