// What the host tells the kernels of the request `operations` (operations.cuh). A plain layout, read by nvcc and by the host
// compiler alike.
#pragma once

#include <cstdint>

namespace chasescope::cuda {

inline constexpr std::uint32_t kOperationPairs = 4;          ///< measurements in a row; one operation more goes before them untimed
inline constexpr std::uint32_t kWidestOperation = 16;        ///< bytes of one thread's operation
inline constexpr std::uint32_t kMostBulkBytes = 16 * 1024;   ///< of one bulk copy: what all threads of a block could copy
inline constexpr std::uint32_t kSettlingNanoseconds = 1000;  ///< to let a store reach its place
inline constexpr std::uint32_t kMissDistance = 64 * 1024;    ///< hit under miss: from the line that hits to the one that misses

/// How a measurement begins, besides that the L1 is empty.
enum OperationBefore : std::uint32_t {
  kNothingBefore = 0,
  kLoadedBefore = 1,  ///< each thread has loaded its place
  kStoredBefore = 2,  ///< and then stored there
};

/// Each thread makes `count` operations at its place, `spacing` bytes behind that of the thread before.
struct OperationsLaunch {
  std::uint64_t array;    ///< address of the first place in global memory
  std::uint64_t cycles;   ///< address of 2 · repeats · blocks 64-bit words: with the operation, and with it switched off
  std::uint64_t arrived;  ///< address of a 64-bit word in the card's memory, 0: blocks that came to a meeting
  std::uint32_t spacing;
  std::uint32_t bytes;  ///< of an operation
  std::uint32_t count;
  std::uint32_t before;  ///< OperationBefore, or'ed
  std::uint32_t repeats;
  std::uint32_t reserved;
};

}  // namespace chasescope::cuda
