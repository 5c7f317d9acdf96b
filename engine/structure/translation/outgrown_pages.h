// The contiguous reach of a TLB: the number of neighbouring pages that it holds without a miss. A few walks find it, even if the
// sets can't be found.
#pragma once

#include <optional>

#include "engine/structure/translation/page_walk.h"
#include "engine/structure/translation/tlb_survey.h"

namespace chasescope::structure {

struct OutgrownPages {
  std::uint64_t distance = 0;  ///< bytes from one page to the next
  std::uint64_t fits = 0;      ///< bytes without a miss once the TLB is warm
  std::uint64_t outgrown = 0;  ///< bytes with many misses; between the two, a few accesses miss
  RunPtr fits_run, outgrown_run;
};

/// Of TLB `level` of the survey, with pages `distance` bytes apart. The number of pages is doubled from `from` on, and then
/// bisected. No value if no number of pages that can be visited misses, or if even the smallest does. Throws Undecided.
std::optional<OutgrownPages> outgrown_pages(PageWalk& pages, const TlbSurvey& survey, std::size_t level, std::uint64_t distance,
                                            std::uint64_t from);

}  // namespace chasescope::structure
