// What the host tells the kernels of the request `operations` (operations.cuh). A plain layout, read by nvcc and by the host
// compiler alike.
#pragma once

#include <cstdint>

namespace chasescope::cuda {

inline constexpr std::uint32_t kOperationPairs = 4;          ///< measurements in a row, behind untimed ones
inline constexpr std::uint32_t kWidestOperation = 16;        ///< bytes of one thread's operation
inline constexpr std::uint32_t kMostBulkBytes = 16 * 1024;   ///< of one bulk copy: 16 bytes for each thread of a block
inline constexpr std::uint32_t kSettlingNanoseconds = 1000;  ///< wait until a store has reached its address
inline constexpr std::uint32_t kMissDistance = 64 * 1024;    ///< hit under miss: distance of the hit line and the missing line

/// Accesses that precede a measurement, after the L1 has been emptied.
enum OperationBefore : std::uint32_t {
  kNothingBefore = 0,
  kLoadedBefore = 1,  ///< each thread has loaded from its address
  kStoredBefore = 2,  ///< each thread has stored to its address (after the load, if both are set)
  kAddedBefore = 4,   ///< each thread has made an atomic at its address, and has its old value
};

/// Each thread makes `count` operations at its address, `spacing` bytes behind the address of the thread before.
struct OperationsLaunch {
  std::uint64_t array;    ///< address of the first thread's operation in global memory
  std::uint64_t cycles;   ///< address of 2 · repeats · blocks 64-bit words: cycles with the operation, and cycles without it
  std::uint64_t arrived;  ///< address of a 64-bit word in the card's memory, 0 at first: counts arrivals of blocks at the barrier
  std::uint32_t spacing;
  std::uint32_t bytes;  ///< of an operation
  std::uint32_t count;
  std::uint32_t before;  ///< OperationBefore, or'ed
  std::uint32_t repeats;
  std::uint32_t shared_offset;  ///< of the first thread's operation in shared memory
};

}  // namespace chasescope::cuda
