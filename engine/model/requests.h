// The accesses of one block that reach one level of a hierarchy.
//
// The levels work through a block one after the other: the first level looks up all accesses of the block, and its misses are the
// list of the next level. Each level sees its accesses in the same order as if every access went through all levels alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace chasescope::model {

/// Accesses of a block. The working arrays of so many accesses stay in the host's L1 cache.
inline constexpr std::size_t kBlock = 1024;

/// The position of a request that no access made, but a cache by itself (as for the next line).
inline constexpr std::uint16_t kNobody = kBlock;

struct Requests {
  std::size_t count = 0;
  std::array<std::uint64_t, kBlock> address;  ///< byte addresses
  std::array<std::uint16_t, kBlock> which;    ///< position of each access within the block
};

}  // namespace chasescope::model
