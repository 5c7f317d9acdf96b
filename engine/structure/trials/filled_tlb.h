// Entries, sets and pages of a TLB, found by filling it up to its last entry.
//
//   FilledTlb found = fill_tlb({.space = MemorySpace::global_cg, .unit = 2 MiB, .range = 4 TiB, .cut = 325, .same_memory = true},
//   ask); if (found.index) …   // found.entries(), found.page_bytes
//
// If one piece of memory can be mapped at many addresses, a large reach costs no memory, and the data always lie equally near.
//
//
// 1. The page: two neighbouring places are read that no trial had read before. If one entry covers both, the second read hits.
// 2. Neighbouring pages fill the sets of most TLBs evenly, so that the largest number of them that stays fills the TLB completely.
// 3. One page more, from anywhere, then evicts pages of its own set and no others. A few such pages show sets whose addresses
//    differ in every bit, and the index is what these sets have in common. A few victim entries beside the sets, which hold evicted
//    pages, would hide this. A few more pages are read throughout to keep them busy.
// 4. Each set of the index must pass a test by itself: as many pages as it has ways never miss, with one more some do, and pages of
//    other sets stay.
//
// A trial need not begin with an empty TLB: from step 2 on, it visits all of its pages several times before they are timed.
#pragma once

#include "engine/structure/trials/sets_by_trials.h"

namespace chasescope::structure {

struct FilledTlb {
  std::uint64_t page_bytes = 0;  ///< bytes that an entry covers; 0 if not known
  std::optional<inference::SetIndex> index;
  std::vector<std::uint32_t> ways;         ///< of each set, as the index numbers them; empty without an index
  std::uint64_t stays = 0, spacing = 0;    ///< this many pages, `spacing` bytes apart, stay, or nearly all of them
  std::uint64_t one_more = 0;              ///< random pages that each evicted some of these pages
  std::uint64_t predicted = 0;             ///< new pages that were used to confirm each set
  std::vector<std::uint64_t> overflowing;  ///< pages of one set, one more than it holds
  std::optional<TrialsRequest> evidence, page_evidence;
  std::string undecided;  ///< why there is no index; a sentence
  bool all_stay = false;  ///< no number of pages was seen to overflow it; there may be no such TLB

  /// Visits to sets with one page too many, and how many of them agree with LRU.
  struct Lru {
    std::uint64_t visits = 0, agreeing = 0;
    std::uint64_t missing = 0;  ///< visits that miss under LRU
    std::uint64_t stayed = 0;   ///< of these, the visits that hit
    /// Whether the visits agree with LRU so well that no other known policy would.
    bool is_borne_out() const;
    Lru& operator+=(const Lru& more);
  } lru;

  std::uint64_t entries() const;
};

/// `question.unit`: places closer than this may be different memory, so that only larger pages can be found. `question.cut`: a
/// longer latency is a miss of this TLB.
FilledTlb fill_tlb(const SetsQuestion& question, const AskTrials& ask);

}  // namespace chasescope::structure
