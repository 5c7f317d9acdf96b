// The structure of a TLB behind others.
#pragma once

#include "engine/structure/sets/cache_solver.h"
#include "engine/structure/translation/tlb_survey.h"

namespace chasescope::structure {

/// Pages and sets of TLB `level` (1 or more) of the survey, behind `fronts` (nearest first), from pages that showed its misses.
/// What lies in front is emptied by other parts of its pages, for several sizes that these may have, and by company, until what is
/// found predicts pages that it was not made from. Throws Undecided.
CacheShape shape_behind(PageWalk& pages, const TlbSurvey& survey, std::size_t level, const std::vector<const CacheShape*>& fronts,
                        std::uint64_t largest_page);

}  // namespace chasescope::structure
