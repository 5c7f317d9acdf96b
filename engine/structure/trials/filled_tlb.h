// The entries, sets and pages of a TLB, by filling it to its last entry.
//
//   FilledTlb found = fill_tlb({.space = MemorySpace::global_cg, .unit = 2 MiB, .range = 4 TiB, .cut = 325, .same_memory = true},
//   ask); if (found.index) …   // found.entries(), found.page_bytes
//
// Where one piece of memory can be shown at many addresses, reach costs nothing, and data are always as near.
//
//   1. The page: of two places beside each other that nobody visited before, whichever comes second is there if one entry covers
//   both.
//   2. Neighbouring pages fill all sets of most TLBs alike, so that the largest number of them which stays fills it to the last
//   entry.
//   3. One page more, from anywhere, then pushes out pages of its own set, and no others. A few such pages tell sets that differ in
//      every address bit, and these have an index in common. A few entries beside the sets, which hold what is pushed out, would
//      hide that: they are kept busy by some more pages throughout.
//   4. The index must hold for each set by itself: of as many pages as it has ways none misses, of one more some do, and pages that
//      the index puts elsewhere stay.
//
// Trials need not begin with an empty TLB: from step 2 on each visits all its pages several times before they are timed.
#pragma once

#include "engine/structure/trials/sets_by_trials.h"

namespace chasescope::structure {

struct FilledTlb {
  std::uint64_t page_bytes = 0;  ///< what an entry covers; 0 if not known
  std::optional<inference::SetIndex> index;
  std::vector<std::uint32_t> ways;         ///< of each set, as the index numbers them; empty without an index
  std::uint64_t stays = 0, spacing = 0;    ///< about so many pages, so many bytes apart, stay
  std::uint64_t one_more = 0;              ///< pages from anywhere, each of which pushed some of them out
  std::uint64_t predicted = 0;             ///< fresh pages that each set was confirmed with
  std::vector<std::uint64_t> overflowing;  ///< of one set, one more than it holds
  std::optional<TrialsRequest> evidence, page_evidence;
  std::string undecided;  ///< why there is no index; a sentence
  bool all_stay = false;  ///< no number of pages was seen to overflow it: there may be no such TLB

  /// Visits of sets with a page too many, and how many of them came as if the least recently used page went.
  struct Lru {
    std::uint64_t visits = 0, agreeing = 0;
    std::uint64_t missing = 0;  ///< visits that miss if it goes
    std::uint64_t stayed = 0;   ///< of those, that hit
    /// Whether no other known policy would come so near.
    bool is_borne_out() const;
    Lru& operator+=(const Lru& more);
  } lru;

  std::uint64_t entries() const;
};

/// `question.unit`: places nearer than this may show other memory, so that only larger pages are told; `question.cut`: what takes
/// longer has missed in this TLB.
FilledTlb fill_tlb(const SetsQuestion& question, const AskTrials& ask);

}  // namespace chasescope::structure
