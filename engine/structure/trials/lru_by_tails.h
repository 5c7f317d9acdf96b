// Tests whether a TLB replaces by LRU if the latencies of hits differ by as much as a miss adds. On some cards a hit takes 272 to
// 284 cycles and a miss 282 to 294, so that any cut takes some misses for hits, or some hits for misses. This test counts only
// readings that can't be mistaken: the quickest hits and the slowest misses.
#pragma once

#include <span>
#include <vector>

#include "engine/structure/trials/filled_tlb.h"

namespace chasescope::structure {

struct LruByTails {
  FilledTlb::Lru lru;
  std::vector<float> gone;  ///< latencies of the visits that miss under LRU, ascending; if the policy is LRU, these are all misses
};

/// Counts the visits that agree with LRU, of pages of one set, one page more than the set holds. It is not known which visits
/// agree, only how many.
/// \param request its places are these pages, and each trial visits all of them
/// \param cycles for each trial, the latencies of the pages by index
/// \param hits latencies of pages that stay, ascending
LruByTails lru_by_tails(const TrialsRequest& request, std::span<const std::vector<float>> cycles, std::span<const float> hits);

}  // namespace chasescope::structure
