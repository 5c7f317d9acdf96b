// The accesses of one block that reach one level of a hierarchy.
//
// Levels work through a block one after the other instead of an access going through all levels: a level sees its accesses in
// order either way, and what it does not hold becomes the next level's list.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace chasescope::model {

/// Accesses handled at once: a block's working arrays stay in the host's first cache.
inline constexpr std::size_t kBlock = 1024;

/// In place of a position: what a cache asks for by itself.
inline constexpr std::uint16_t kNobody = kBlock;

struct Requests {
  std::size_t count = 0;
  std::array<std::uint64_t, kBlock> address;  ///< byte addresses
  std::array<std::uint16_t, kBlock> which;    ///< position of each within the block
};

}  // namespace chasescope::model
