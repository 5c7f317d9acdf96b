// The structure of a TLB behind other TLBs.
// Decision 53: docs/decisions/inference/53-tlbs-behind-larger-ones.md
#pragma once

#include "engine/structure/sets/cache_solver.h"
#include "engine/structure/translation/tlb_survey.h"

namespace chasescope::structure {

/// Pages and sets of TLB `level` (1 or more) of the survey behind `fronts` (nearest first), starting from pages that showed its
/// misses. The TLBs in front are flushed by other parts of the same pages, for several page sizes, by company pages, and by pages
/// of the same sets in front, until a structure is found that predicts pages it was not made from. Throws Undecided.
CacheShape shape_behind(PageWalk& pages, const TlbSurvey& survey, std::size_t level, const std::vector<const CacheShape*>& fronts,
                        std::uint64_t largest_page);

}  // namespace chasescope::structure
