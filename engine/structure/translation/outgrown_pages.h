// How far neighbouring pages reach before a TLB misses some of them: told where its sets can't be, for it takes but a few walks.
#pragma once

#include <optional>

#include "engine/structure/translation/page_walk.h"
#include "engine/structure/translation/tlb_survey.h"

namespace chasescope::structure {

struct OutgrownPages {
  std::uint64_t distance = 0;  ///< bytes from page to page
  std::uint64_t fits = 0;      ///< bytes that miss nothing when warm
  std::uint64_t outgrown = 0;  ///< bytes that clearly do; between the two a few accesses miss
  RunPtr fits_run, outgrown_run;
};

/// Of TLB `level` of the survey, by pages `distance` bytes apart: doubling from `from` pages on, then bisection. Empty if none of
/// so many pages as can be visited missed, or if even the fewest did. Throws Undecided.
std::optional<OutgrownPages> outgrown_pages(PageWalk& pages, const TlbSurvey& survey, std::size_t level, std::uint64_t distance,
                                            std::uint64_t from);

}  // namespace chasescope::structure
