// The penalty of a TLB miss if single latencies do not show it. In noise, it is measured from many accesses with the drift removed,
// and only if translation is its cause. If the data of some pages are farther away than those of others, each page is compared with
// itself.
#pragma once

#include <string>

#include "engine/structure/translation/page_walk.h"
#include "engine/structure/translation/tlb_survey.h"

namespace chasescope::structure {

struct TlbPenalty {
  double cycles = 0, low = 0, high = 0;
  RunPtr hit, miss;
  bool of_pages = false;  ///< each page was compared with itself
};

/// The penalty between two levels of translation of one survey. Throws Undecided if noise leaves too wide an interval.
TlbPenalty measure_penalty(PageWalk& pages, const TlbSurvey& survey, std::size_t level);

/// The penalty if the data of some pages are farther away than those of others. Each page is visited twice in a row, so that the
/// second visit hits and the difference is translation. Throws Undecided if the difference is not the same for most pages, or not
/// precise.
TlbPenalty measure_penalty_of_pages(PageWalk& pages, const TlbSurvey& survey, std::size_t level);

/// Whether translation makes the pages slow that took as long as `miss` and longer than `hit`: they must be fast right after
/// another line of the same page was read, which brings the translation.
bool is_translation(PageWalk& pages, const TranslationLevel& hit, const TranslationLevel& miss);

}  // namespace chasescope::structure
