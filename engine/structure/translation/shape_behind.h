// The structure of a TLB behind other TLBs.
// Decision 53: docs/decisions/inference/53-tlbs-behind-larger-ones.md
#pragma once

#include "engine/structure/sets/cache_solver.h"
#include "engine/structure/translation/tlb_survey.h"

namespace chasescope::structure {

/// Page size and sets of TLB `level` (1 or more) of the survey behind `fronts` (nearest first). The search starts from pages that
/// showed misses of this TLB. It flushes the TLBs in front by other parts of the same pages (for several page sizes), by company
/// pages, and by pages of the same sets in front, until it finds a structure that rightly predicts pages not used to find it.
/// Throws Undecided.
CacheShape shape_behind(PageWalk& pages, const TlbSurvey& survey, std::size_t level, const std::vector<const CacheShape*>& fronts,
                        std::uint64_t largest_page);

}  // namespace chasescope::structure
