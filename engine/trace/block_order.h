// The order in which blocks of code are scattered, for the question whether a machine fetches the next block ahead.
//
//   std::uint64_t place = 0;
//   for (std::uint64_t i = 0; i < blocks; ++i, place = (place + stride) % blocks) run_block(place);
#pragma once

#include <cstdint>

namespace chasescope {

/// How many blocks behind a block are not run soon before or after it.
inline constexpr std::uint64_t kScatteredNeighbours = 8;

/// A stride that visits each of `blocks` blocks once, and the block behind each about a third of all blocks later or earlier (and
/// the next kScatteredNeighbours not soon), so that what was fetched ahead has left a cache of a fourth of the code until it is
/// run. \pre blocks > 2; of fewer blocks there is one order alone.
std::uint64_t scattered_stride(std::uint64_t blocks);

}  // namespace chasescope
