// Lines drawn from a piece of memory, for probes that compare addresses.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "engine/trace/random.h"

namespace chasescope {

inline constexpr std::uint64_t kDrawnLine = 128;  ///< bytes; no card has longer lines

/// The offsets of so many different lines, random ones from all over the span (bytes), so that no prefetcher guesses the next one.
/// Lines at even distances might all belong to one part of the L2. The same ones each time. \pre the span has more lines.
inline std::vector<std::uint64_t> drawn_lines(std::uint64_t lines, std::uint64_t span) {
  Random random(0x12a9);
  std::set<std::uint64_t> taken;
  std::vector<std::uint64_t> offsets;
  while (offsets.size() < lines)
    if (const std::uint64_t line = random.below(span / kDrawnLine); taken.insert(line).second) offsets.push_back(line * kDrawnLine);
  return offsets;
}

}  // namespace chasescope
