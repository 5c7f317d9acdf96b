// What the host tells the kernels of trials (trials.cuh). Plain layouts, read by nvcc and by the host compiler alike; addresses are
// numbers of the card's address space.
#pragma once

#include <cstdint>

namespace chasescope::cuda {

/// A block of one warp for each SM. An SM takes one trial of a launch, so that it finds its L1 as the launch left it: empty; or
/// several in a row, where all accesses pass by the L1.
struct TrialsLaunch {
  std::uint64_t array;   ///< address of element 0; texture: the texture object
  std::uint64_t listed;  ///< address of the element of each place (32-bit words), or 0: base + i · spacing
  std::uint64_t
      timed;  ///< address of the table that rank_of_timed() reads, without its counts where bits are asked for; 0: all are timed
  std::uint64_t answers;    ///< address of a slot for each trial of the request: one word that says `done`, then its bits or cycles
  std::uint64_t claims;     ///< address of kMostSms words that only grow: the last launch that an SM worked for
  std::uint64_t tickets;    ///< address of a word: trials that were taken so far
  std::uint64_t launch;     ///< the number of this launch, from 1 upwards
  std::uint64_t seed;       ///< of the request
  std::uint64_t first;      ///< number of the trial of ticket 0
  std::uint64_t threshold;  ///< a place is in where the upper half of its hash is below this
  std::uint32_t trials;     ///< tickets from here on are none
  std::uint32_t places;
  std::uint32_t mask;     ///< orders run over 0 to this
  std::uint32_t spacing;  ///< elements
  std::uint32_t base;     ///< elements
  std::uint64_t
      far_spacing;         ///< bytes; the same where all places show one page of memory. `listed` then has words of 64 bits: bytes
  std::uint64_t far_base;  ///< bytes
  std::uint32_t fill_passes;
  std::uint32_t overlapping;  ///< not 0: loads of the fill need not wait for each other
  std::uint32_t same_order;  ///< not 0: every trial visits in one order
  std::uint32_t cycles;  ///< not 0: a slot holds the cycles of each timed place, 0 where it was not in; else a bit for each place
  std::uint32_t cut;     ///< cycles; more is a miss
  std::uint32_t slot_words;
  std::uint32_t in_a_row;  ///< trials that a block runs, one after the other
  std::uint32_t done;      ///< what a slot's first word says when the rest is there
  std::uint32_t zero;      ///< 0, unseen by the compiler
  std::int32_t wanted_sm;  ///< -1: any
};

/// Steps with the load switched off, so that the timed code lies in the instruction caches before the first access.
inline constexpr std::uint32_t kTrialPrimeSteps = 32;

/// Loads of a fill that are under way at a time, where they may overlap: they take a few cycles each instead of a latency, and come
/// to the TLBs in their order.
inline constexpr std::uint32_t kTrialOverlap = 8;
/// A trial of at least so many places may overlap. Of kTrialOverlap loads under way two seldom come to one set then, and where one
/// of these misses and the next hits, they may only change places in the order in which the set was used.
inline constexpr std::uint32_t kFewestOverlapping = 32 * kTrialOverlap;

/// Reads other memory before a trial: all SMs together.
struct FlushLaunch {
  std::uint64_t array;  ///< address of the first byte
  std::uint64_t bytes;
  std::uint64_t sink;  ///< address of a word that is never written
};

}  // namespace chasescope::cuda
