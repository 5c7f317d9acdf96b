// What missing a TLB adds, in noise: from many accesses, with the drift taken out, and only if translation is what adds it.
#pragma once

#include <string>

#include "engine/probe/structure/page_walk.h"
#include "engine/probe/structure/tlb_survey.h"

namespace chasescope::structure {

struct TlbPenalty {
  double cycles = 0, low = 0, high = 0;
  RunPtr hit, miss;
};

/// The penalty between two levels of translation of one survey. Throws Undecided if the noise leaves too wide an interval.
TlbPenalty measure_penalty(PageWalk& pages, const TlbSurvey& survey, std::size_t level);

/// Whether the pages that took as long as `miss`, and not as `hit`, are fast once another line of each has been read just before,
/// so that its translation is at hand. If not, it is not translation that slows them.
bool is_translation(PageWalk& pages, const TranslationLevel& hit, const TranslationLevel& miss);

}  // namespace chasescope::structure
