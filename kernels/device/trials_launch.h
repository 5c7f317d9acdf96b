// What the host tells the kernels of trials (trials.cuh). Plain layouts, read by nvcc and by the host compiler alike; addresses are
// numbers of the card's address space.
#pragma once

#include <cstdint>

namespace chasescope::cuda {

/// The launch of a block of one warp on each SM. Each SM runs one trial of a launch, because the launch has emptied its L1. Where
/// all accesses bypass the L1, an SM runs several trials in a row.
struct TrialsLaunch {
  std::uint64_t array;   ///< address of element 0; texture: the texture object
  std::uint64_t listed;  ///< address of the element of each place (32-bit words), or 0: place i is element base + i · spacing
  std::uint64_t timed;   ///< address of the table that rank_of_timed() reads; without the table's counts if bits are recorded; 0:
                         ///< all places are timed
  std::uint64_t answers;  ///< address of a slot for each trial of the request: one word that equals `done` when the slot is filled,
                          ///< then bits or cycles
  std::uint64_t claims;     ///< address of kMostSms words that only grow: the last launch that an SM worked for
  std::uint64_t tickets;    ///< address of a word that counts the trials taken by SMs so far
  std::uint64_t launch;     ///< the number of this launch, from 1 upwards
  std::uint64_t seed;       ///< of the request
  std::uint64_t first;      ///< number of the trial of ticket 0
  std::uint64_t threshold;  ///< a place belongs to a trial's subset if the upper half of its hash is below this
  std::uint32_t trials;     ///< number of tickets: an SM that draws this number or a higher one has no trial
  std::uint32_t places;
  std::uint32_t mask;     ///< the index k of an order runs from 0 to this
  std::uint32_t spacing;  ///< elements
  std::uint32_t base;     ///< elements
  std::uint64_t
      far_spacing;         ///< spacing in bytes, where all places map to one physical page; `listed` then holds 64-bit byte offsets
  std::uint64_t far_base;  ///< base in bytes, likewise
  std::uint32_t fill_passes;
  std::uint32_t overlapping;  ///< not 0: loads of the fill need not wait for each other
  std::uint32_t same_order;   ///< not 0: every trial visits the places in the same order
  std::uint32_t cycles;  ///< not 0: a slot holds the cycles of each timed place (0: not in the subset); 0: a bit for each place
  std::uint32_t cut;  ///< an access of more cycles is a miss
  std::uint32_t slot_words;
  std::uint32_t in_a_row;  ///< trials that a block runs, one after the other
  std::uint32_t done;      ///< value of a slot's first word once the rest of the slot is written
  std::uint32_t zero;      ///< always 0, which the compiler can't know
  std::int32_t wanted_sm;  ///< -1: any
};

/// Steps of the timed code with its load switched off, which bring the code into the instruction caches before the first access.
inline constexpr std::uint32_t kTrialPrimeSteps = 32;

/// Loads of a fill that are in flight at a time, where they may overlap. Overlapped loads take a few cycles each instead of a full
/// latency, and reach the TLBs in program order.
inline constexpr std::uint32_t kTrialOverlap = 8;
/// The loads of a fill may overlap in trials of at least so many places. Two of kTrialOverlap loads in flight then seldom fall into
/// the same set. Where they do, and the first misses while the second hits, only their order of use within the set is exchanged.
inline constexpr std::uint32_t kFewestOverlapping = 32 * kTrialOverlap;

/// The flush before a trial: all SMs together read other memory.
struct FlushLaunch {
  std::uint64_t array;  ///< address of the first byte
  std::uint64_t bytes;
  std::uint64_t sink;  ///< address of a word that is never written
};

}  // namespace chasescope::cuda
