// The data that the host and a running chase exchange: the launch's argument, and two mailboxes in mapped host memory.
// (request_launch.h has the other requests.)
//
// Plain layouts, read by nvcc and by the host compiler alike; addresses are numbers of the card's address space.
//
// A trace can be of any length, though the memory is bounded: the kernel records kChunk latencies in shared memory, streams them
// into block (n mod ring_blocks) of a ring in mapped host memory and publishes `produced = n + 1`; the host takes the blocks
// and answers with `consumed`. The kernel waits while the ring is full. At every such boundary between two blocks it
// reads `stop`, so that a cancelled chase ends at once and no kernel outlives a host that stopped reading.
//
// A boundary disturbs the TLBs: it touches two pages outside the chased array (a block of the ring, the mailboxes). It evicts no
// line of an array that is smaller than the L1: the stores stream past the L1, and no instruction of the boundary has acquire
// semantics, which would empty the L1. A chase of kChunk timed
// accesses or fewer has no boundary between its first and its last timed access.
#pragma once

#include <cstdint>

namespace chasescope::cuda {

inline constexpr std::uint32_t kChunk = 1024;         ///< latencies recorded before they are streamed out
inline constexpr std::uint32_t kRingBlocks = 64;      ///< blocks of kChunk latencies in a ring; a block is one 4 KiB page
inline constexpr std::uint32_t kBatchRingBlocks = 8;  ///< the same, for each chase of a batch
inline constexpr std::uint32_t kPrimeSteps = 32;      ///< runs of the timed code with its load switched off; steps of a calibration
inline constexpr std::uint32_t kChainStep = 4;        ///< loads by which the two chains of a calibration differ
inline constexpr std::uint32_t kAccessesPerLook = 4096;     ///< untimed accesses between two looks at the stop flag
inline constexpr std::uint32_t kSharedAlignment = 128;      ///< of the chased array in shared memory: bank 0, whole lines
inline constexpr std::uint32_t kConstantBytes = 64 * 1024;  ///< the most constant memory that a module may declare
inline constexpr std::uint32_t kMostSms = 1024;             ///< SMs of a card that a batch can run on
inline constexpr std::uint32_t kMostBlockThreads = 1024;  ///< the block size that kernels of more than one thread are compiled for

/// Written by the host while the kernel runs. One line of its own.
struct alignas(128) HostMailbox {
  std::uint64_t stop;      ///< not 0: end now
  std::uint64_t consumed;  ///< blocks taken out of the ring
};

/// The report of one agent when it ends.
struct AgentReport {
  std::uint64_t final_index;   ///< the element that the next access would have read
  std::uint64_t made;          ///< loads executed, warm-up included
  std::uint64_t total_cycles;  ///< record mean: cycles of all timed chunks
};

/// Written by the kernel. `finished` last, with release semantics.
struct alignas(128) CardMailbox {
  std::uint64_t produced;  ///< blocks put into the ring
  std::uint64_t progress;  ///< accesses made so far, told at least every kAccessesPerLook during warm-up
  std::uint64_t finished;  ///< the launch's number once it has ended; 0 before
  std::uint64_t stopped;   ///< not 0: the kernel ended because of the stop flag
  AgentReport agents[2];   ///< a lone chase is agent 0
  std::uint32_t sm;        ///< %smid
  std::uint32_t reserved;
};

/// One page: both mailboxes. The ring's blocks follow it, a page each.
struct alignas(4096) Mailboxes {
  HostMailbox host;
  CardMailbox card;
};

/// One chase: the argument of every chase kernel.
struct alignas(16) ChaseLaunch {
  std::uint64_t array;        ///< address of the array; texture: the texture object; constant: offset in the constant array;
                              ///< shared: address of the array's image
  std::uint64_t mailboxes;    ///< address of a Mailboxes
  std::uint64_t ring;         ///< address of ring_blocks blocks
  std::uint64_t claim;        ///< address of a 64-bit word that only grows: the last launch that found its SM
  std::uint64_t batch;  ///< 0, or the address of a BatchTable, which names the chases to run; most members here are then unused
  std::uint64_t number;       ///< of this launch, from 1 upwards
  std::uint64_t warmup;       ///< untimed accesses
  std::uint64_t accesses;     ///< timed accesses, at least 1
  std::uint64_t first_index;  ///< the element of the first access
  std::uint64_t image_bytes;  ///< shared: bytes to copy into shared memory, a multiple of 16
  std::int64_t wanted_sm;     ///< %smid to run on, or -1
  std::uint32_t zero;         ///< always 0, which the compiler can't know: so it keeps one copy of the timed code
  std::uint32_t ring_blocks;  ///< a power of two
  std::uint32_t shared_at;    ///< shared: where the array begins in the block's dynamic shared memory
  std::uint32_t reserved;
};

/// Many chases in one launch of a kernel, one on each SM.
struct alignas(16) BatchTable {
  std::uint64_t chases;    ///< address of the ChaseLaunch of each
  std::uint64_t claims;    ///< address of kMostSms words that only grow: the last batch that an SM worked for
  std::uint64_t tickets;   ///< address of a word that only grows: batch · 2^32 + floating chases that have been taken
  std::uint64_t number;    ///< of this batch, from 1 upwards
  std::uint32_t floating;  ///< chases 0 to floating - 1 may run on any SM
  std::uint32_t reserved;
  std::int32_t assigned[kMostSms];  ///< the chase for an SM, or -1
};

/// The kinds of timed code, as numbers for the paired kernel, which contains all of them. Each kind for 4-byte elements is followed
/// by its kind for 8-byte elements, so the host adds 1 for these.
enum class TimedCode : std::uint32_t {
  global_ca_4,
  global_ca_8,
  global_cg_4,
  global_cg_8,
  readonly_4,
  readonly_8,
  constant_4,
  constant_8,
  shared_4,
  shared_8,
  texture,
};

/// One agent of a paired chase.
struct AgentLaunch {
  ChaseLaunch chase;
  TimedCode code;
  std::uint32_t mean;    ///< not 0: only the mean
  std::uint32_t thread;  ///< its index in the block
  std::uint32_t reserved;
};

/// Two agents of one block. Mailboxes, ring, claim, number and wanted SM are taken from agent 0. The ring carries agent 0's
/// latencies first; agent 1's latencies begin in a new block of the ring.
struct PairedLaunch {
  AgentLaunch agents[2];
};

}  // namespace chasescope::cuda
