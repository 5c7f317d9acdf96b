// What the host tells the kernels of the requests besides the chase. Plain layouts, read by nvcc and by the host compiler alike;
// addresses are numbers of the card's address space. See chase_launch.h for the chases.
#pragma once

#include <cstdint>

namespace chasescope::cuda {

// Bank conflicts (bank.cuh): two chains of dependent loads. The difference of their times is the time of 32 loads, without any
// overhead.
inline constexpr std::uint32_t kShortBankChain = 16;
inline constexpr std::uint32_t kLongBankChain = 48;

/// One warp; lane i loads the word at i · stride · word bytes of dynamic shared memory.
struct BankLaunch {
  std::uint64_t sums;          ///< address of a BankSums
  std::uint32_t stride_bytes;  ///< between the words of neighbouring lanes
  std::uint32_t repeats;       ///< timed repeats; one untimed repeat comes before them
};

/// Cycles over all repeats.
struct BankSums {
  std::uint64_t short_chains;
  std::uint64_t long_chains;
  std::uint64_t finished;  ///< not 0: the kernel came to its end
};

inline constexpr std::uint32_t kMostOutstandingLoads = 16;   ///< kernels outstanding_1 to outstanding_16
inline constexpr std::uint32_t kEmptyingNanoseconds = 1000;  ///< wait after a fence, until the L1 has dropped its lines

/// One block of threads; load j of thread i goes to block (j · groups + i / sharing).
struct OutstandingLaunch {
  std::uint64_t array;        ///< address of the blocks
  std::uint64_t cycles;       ///< address of `repeats` 64-bit words
  std::uint32_t block_bytes;  ///< distance from one block of memory to the next
  std::uint32_t sharing;      ///< neighbouring threads that load the same block
  std::uint32_t groups;       ///< different memory blocks that one load of all threads touches
  std::uint32_t repeats;
};

/// Untimed accesses, which a whole warp makes for a chase that bypasses the L1 (warm.cuh).
struct WarmLaunch {
  std::uint64_t array;   ///< address of the first element
  std::uint64_t answer;  ///< address of a WarmAnswer
  std::uint64_t stride;  ///< distance in elements between two reads
  std::uint64_t list;    ///< address of the elements of a listed pass, as 64-bit indices; 0 for a uniform one
  std::uint64_t length;  ///< elements read in one pass; at least as many as a warp has threads
  std::uint64_t first;   ///< number of the first access; access i reads element (i % length) * stride, or list[i % length]
  std::uint64_t count;   ///< accesses to make
  std::uint64_t never;   ///< always 0, which the compiler can't know
};

struct WarmAnswer {
  std::uint64_t sm;
  std::uint64_t finished;  ///< `count` once all accesses are made; 0 before
};

/// Sums over the blocks of a sweep, in the card's memory; the last block copies them to memory that the host can read.
struct SweepSums {
  std::uint64_t first_ns;     ///< when the first block began; ~0 before
  std::uint64_t last_ns;      ///< when the last block ended
  std::uint64_t cycles;       ///< of all blocks, each by the clock of its SM
  std::uint64_t ns;           ///< of all blocks
  std::uint64_t most_cycles;  ///< of the slowest block
  std::uint64_t begun;        ///< blocks that have started
  std::uint64_t ended;        ///< blocks that have ended
};

/// In mapped host memory: the sums for the host, and the host's stop flag.
struct SweepAnswer {
  SweepSums sums;
  std::uint64_t stop;
};

/// Reads, writes or copies arrays. All blocks share one array, or each block has its own slice.
struct SweepLaunch {
  std::uint64_t from;      ///< address of the array to read, or the texture object; unused for shared memory and constants
  std::uint64_t to;        ///< address of the array to write
  std::uint64_t sums;      ///< address of a SweepSums in the card's memory
  std::uint64_t answer;    ///< address of a SweepAnswer
  std::uint64_t elements;  ///< of the array, or of each slice
  std::uint64_t bytes;     ///< copy_bytes: of the array
  std::uint32_t passes;    ///< timed passes
  std::uint32_t warm;      ///< not 0: one untimed pass comes first
  std::uint32_t never;     ///< always 0, which the compiler can't know: so it can't drop loads whose values nobody uses
  std::uint32_t beyond;    ///< not 0: a block ends only when its writes have arrived beyond the card
};

/// Keeps every SM busy for `nanoseconds`; the first block reports how many cycles its clock counted meanwhile.
struct ClockLaunch {
  std::uint64_t answer;       ///< address of a ClockAnswer
  std::uint64_t nanoseconds;  ///< by the card's own nanosecond clock
};

struct ClockAnswer {
  std::uint64_t cycles;
  std::uint64_t nanoseconds;  ///< duration of these cycles
  std::uint64_t finished;     ///< not 0: the kernel came to its end
};

// Clusters of blocks (cluster.cuh).
inline constexpr std::uint32_t kClusterChunk = 1024;  ///< the most accesses of one launch
inline constexpr std::uint32_t kClusterRounds = 32;   ///< rounds from which the overhead is computed
inline constexpr std::uint32_t kBulkBytes = 16;       ///< moved by one bulk copy: the smallest possible size

/// Rank 0 accesses the shared memory of block `rank`.
struct ClusterLaunch {
  std::uint64_t answer;  ///< address of a ClusterAnswer
  std::uint32_t rank;
  std::uint32_t accesses;  ///< up to kClusterChunk
};

struct ClusterAnswer {
  std::uint64_t finished;
  /// Cycles of the calibration. Loads: chains of kChainStep and of 2 · kChainStep loads. Bulk copies: the round trip of a signal;
  /// the second half is unused.
  std::uint32_t rounds[2 * kClusterRounds];
  std::uint32_t cycles[kClusterChunk];  ///< of each access, the cost of measuring included
};

inline constexpr std::uint32_t kInstructionBytes = 16;              ///< since compute capability 7.0
inline constexpr std::uint32_t kCodeBytes = 512 * 1024;             ///< of straight_code.cu
inline constexpr std::uint32_t kCodeStep = 16 * kInstructionBytes;  ///< distance between two entries of the code

/// One thread runs the code from an entry to its end.
struct CodeLaunch {
  std::uint64_t answer;   ///< address of an CodeAnswer
  std::uint32_t entry;    ///< counted in steps from the front; kCodeBytes / kCodeStep runs only the jump
  std::uint32_t repeats;  ///< timed repeats; one untimed repeat comes before them
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

inline constexpr std::uint32_t kCodeBlocks = 1024;  ///< of code_blocks.cu, kCodeStep bytes each
/// The address of the first block is a multiple of this. No line of so many bytes or fewer belongs to two blocks then.
inline constexpr std::uint32_t kCodeBlockAlignment = 128;

/// One thread runs the first `blocks` blocks, each once: the block at i is followed by the one at (i + stride) mod blocks.
struct BlocksLaunch {
  std::uint64_t answer;   ///< address of a BlocksAnswer
  std::uint32_t blocks;   ///< up to kCodeBlocks
  std::uint32_t stride;   ///< in blocks, without a common divisor with `blocks`
  std::uint32_t repeats;  ///< timed repeats; one untimed repeat comes before them
  float value;
  float factor;
  float summand;
};

struct BlocksAnswer {
  std::uint64_t cycles;  ///< of all repeats
  std::uint64_t finished;
  std::uint64_t first;      ///< address of the block at 0
  std::uint64_t misplaced;  ///< blocks that do not lie kCodeStep bytes behind another
  float sum;
};

}  // namespace chasescope::cuda
