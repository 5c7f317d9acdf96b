// The positions of each set's ways in the flat arrays of a cache.
#pragma once

#include <cstdint>
#include <vector>

namespace chasescope::model {

/// One set. Its ways are slots [base, base + ways). The first `filled` ways hold a unit.
struct SetHead {
  std::uint32_t base = 0;
  std::uint16_t ways = 0;
  std::uint16_t filled = 0;
};

/// The description of a set that a policy gets.
struct SetRef {
  std::uint32_t set = 0;
  std::uint32_t base = 0;
  std::uint32_t ways = 0;
};

/// Slots are padded to whole groups of four, so that tags can be compared four at a time.
inline constexpr std::uint32_t kSlotGroup = 4;

/// The number of slots of a set with `ways` ways.
constexpr std::uint32_t padded(std::uint32_t ways) { return (ways + kSlotGroup - 1) / kSlotGroup * kSlotGroup; }

struct SetLayout {
  std::vector<SetHead> sets;
  std::uint32_t slots = 0;

  explicit SetLayout(const std::vector<std::uint32_t>& ways) {
    sets.reserve(ways.size());
    for (const std::uint32_t count : ways) {
      sets.push_back({slots, static_cast<std::uint16_t>(count), 0});
      slots += padded(count);
    }
  }
};

}  // namespace chasescope::model
