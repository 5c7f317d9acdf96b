// Whether a TLB replaces by LRU, where hits differ among each other by as much as a miss adds. On some cards a hit takes 272 to 284
// cycles and a miss 282 to 294, so one cut takes some misses for hits, or some hits for misses. Here only those readings count that
// can't be mistaken: the quickest of the hits, and the slowest of the misses.
#pragma once

#include <span>
#include <vector>

#include "engine/structure/trials/filled_tlb.h"

namespace chasescope::structure {

struct LruByTails {
  FilledTlb::Lru lru;
  std::vector<float> gone;  ///< latencies of the visits that miss under LRU, ascending: where LRU is borne out, all of the misses
};

/// Counts visits of pages of one set, one more than it holds, that agree with LRU. Which visits these are is not known, only how
/// many. \param request its places are these pages, all of which are in each trial \param cycles of each trial the visits of the
/// pages, by index \param hits latencies of pages that stay, ascending
LruByTails lru_by_tails(const TrialsRequest& request, std::span<const std::vector<float>> cycles, std::span<const float> hits);

}  // namespace chasescope::structure
