// What the host tells the kernels of the requests besides the chase. Plain layouts, read by nvcc and by the host compiler alike;
// addresses are numbers of the card's address space. See chase_launch.h for the chases.
#pragma once

#include <cstdint>

namespace chasescope::cuda {

// Bank conflicts (bank.cuh): two chains of dependent loads, whose difference holds nothing but loads.
inline constexpr std::uint32_t kShortBankChain = 16;
inline constexpr std::uint32_t kLongBankChain = 48;

/// One warp; lane i loads the word at i · stride · word bytes of dynamic shared memory.
struct BankLaunch {
  std::uint64_t sums;          ///< address of a BankSums
  std::uint32_t stride_bytes;  ///< between the words of neighbouring lanes
  std::uint32_t repeats;       ///< timed ones; one more goes before them untimed
};

/// Cycles over all repeats.
struct BankSums {
  std::uint64_t short_chains;
  std::uint64_t long_chains;
  std::uint64_t finished;  ///< not 0: the kernel came to its end
};

inline constexpr std::uint32_t kMostOutstandingLoads = 16;   ///< kernels outstanding_1 to outstanding_16
inline constexpr std::uint32_t kEmptyingNanoseconds = 1000;  ///< to let the L1 be emptied

/// One block of threads; load j of thread i goes to block (j · groups + i / sharing).
struct OutstandingLaunch {
  std::uint64_t array;        ///< address of the blocks
  std::uint64_t cycles;       ///< address of `repeats` 64-bit words
  std::uint32_t block_bytes;  ///< from one block to the next
  std::uint32_t sharing;      ///< neighbouring threads that load the same block
  std::uint32_t groups;       ///< blocks that one load of all threads touches
  std::uint32_t repeats;
};

/// The untimed accesses of a chase past the L1, by a warp (warm.cuh).
struct WarmLaunch {
  std::uint64_t array;   ///< address of the first element
  std::uint64_t answer;  ///< address of a WarmAnswer
  std::uint64_t stride;  ///< elements from one that is read to the next
  std::uint64_t list;    ///< address of the elements of a listed pass, as 64-bit indices; 0 for a uniform one
  std::uint64_t length;  ///< of the pass: elements that are read; at least a warp
  std::uint64_t first;   ///< number of the first access; access i reads element (i % length) * stride, or list[i % length]
  std::uint64_t count;   ///< accesses
  std::uint64_t never;   ///< 0, where the compiler can't know it
};

struct WarmAnswer {
  std::uint64_t sm;
  std::uint64_t finished;  ///< the accesses made, once all of them are
};

/// What the blocks of a sweep add up, in the card's memory; the last one copies it to where the host sees it.
struct SweepSums {
  std::uint64_t first_ns;     ///< when the first block began; ~0 before
  std::uint64_t last_ns;      ///< when the last one ended
  std::uint64_t cycles;       ///< of all blocks, each by the clock of its SM
  std::uint64_t ns;           ///< of all blocks
  std::uint64_t most_cycles;  ///< of the block that took longest
  std::uint64_t begun;        ///< blocks that came to their beginning
  std::uint64_t ended;        ///< blocks that came to their end
};

/// Where the host finds the sums, and says that it wants an end.
struct SweepAnswer {
  SweepSums sums;
  std::uint64_t stop;
};

/// Reads, writes or copies arrays, by all blocks together or each in a slice of its own.
struct SweepLaunch {
  std::uint64_t from;      ///< address of what is read; on shared memory unused
  std::uint64_t to;        ///< address of what is written
  std::uint64_t sums;      ///< address of a SweepSums in the card's memory
  std::uint64_t answer;    ///< address of a SweepAnswer
  std::uint64_t elements;  ///< of the array, or of each slice
  std::uint64_t bytes;     ///< copy_bytes: of the array
  std::uint32_t passes;    ///< timed ones
  std::uint32_t warm;      ///< not 0: one more goes before them untimed
  std::uint32_t never;     ///< 0, where the compiler can't know it: keeps what is read from being dropped
  std::uint32_t beyond;    ///< not 0: a block ends when what it wrote has arrived beyond the card
};

/// Every SM is busy for so long; the first block tells how far its clock got.
struct ClockLaunch {
  std::uint64_t answer;       ///< address of a ClockAnswer
  std::uint64_t nanoseconds;  ///< by the card's own nanosecond clock
};

struct ClockAnswer {
  std::uint64_t cycles;
  std::uint64_t nanoseconds;  ///< that these took
  std::uint64_t finished;     ///< not 0: the kernel came to its end
};

// Clusters of blocks (cluster.cuh).
inline constexpr std::uint32_t kClusterChunk = 1024;  ///< accesses a launch
inline constexpr std::uint32_t kClusterRounds = 32;   ///< of what the overhead is told from
inline constexpr std::uint32_t kBulkBytes = 16;       ///< that one bulk copy moves: the fewest it can

/// Rank 0 accesses the shared memory of block `rank`.
struct ClusterLaunch {
  std::uint64_t answer;  ///< address of a ClusterAnswer
  std::uint32_t rank;
  std::uint32_t accesses;  ///< up to kClusterChunk
};

struct ClusterAnswer {
  std::uint64_t finished;
  /// Load: chains of kChainStep and 2 · kChainStep loads. Bulk copy: a signal there and back; the second half is unused.
  std::uint32_t rounds[2 * kClusterRounds];
  std::uint32_t cycles[kClusterChunk];  ///< of each access, with the cost of measuring
};

inline constexpr std::uint32_t kInstructionBytes = 16;              ///< since compute capability 7.0
inline constexpr std::uint32_t kCodeBytes = 512 * 1024;             ///< of straight_code.cu
inline constexpr std::uint32_t kCodeStep = 16 * kInstructionBytes;  ///< it may be entered at each

/// One thread runs the code from an entry to its end.
struct CodeLaunch {
  std::uint64_t answer;   ///< address of an CodeAnswer
  std::uint32_t entry;    ///< counted in steps from the front; kCodeBytes / kCodeStep: nothing but the jump
  std::uint32_t repeats;  ///< timed ones; one more goes before them untimed
  float value;
  float factor;
  float summand;
  std::uint32_t reserved;
};

struct CodeAnswer {
  std::uint64_t cycles;  ///< of all repeats
  std::uint64_t finished;
  float sum;
};

}  // namespace chasescope::cuda
