// Whether a TLB replaces by LRU, where what a hit takes differs from page to page by about as much as a miss adds. One cut for all
// pages then takes some misses for hits. So each page is measured against its own hits.
#pragma once

#include <span>
#include <vector>

#include "engine/structure/trials/filled_tlb.h"

namespace chasescope::structure {

/// Counts visits of pages of one set, one more than it holds, that agree with LRU.
/// \param request its places are these pages, all of which are in each trial
/// \param cycles of each trial the visits of the pages, by index
/// \param penalty what a miss adds, cycles
FilledTlb::Lru lru_by_page(const TrialsRequest& request, std::span<const std::vector<float>> cycles, double penalty);

}  // namespace chasescope::structure
