// What missing a TLB adds, where single latencies do not tell: in noise, from many accesses with the drift taken out, and only if
// translation is what adds it; and where the data of some pages are farther away than those of others, by what each page takes
// beside itself.
#pragma once

#include <string>

#include "engine/structure/translation/page_walk.h"
#include "engine/structure/translation/tlb_survey.h"

namespace chasescope::structure {

struct TlbPenalty {
  double cycles = 0, low = 0, high = 0;
  RunPtr hit, miss;
  bool of_pages = false;  ///< each held against itself
};

/// The penalty between two levels of translation of one survey. Throws Undecided if the noise leaves too wide an interval.
TlbPenalty measure_penalty(PageWalk& pages, const TlbSurvey& survey, std::size_t level);

/// The same where the data of some pages are farther away than those of others: each page is visited twice in a row, so that the
/// second visit hits, and what the first takes more is translation. Throws Undecided where that is not the same for most pages, or
/// not precise.
TlbPenalty measure_penalty_of_pages(PageWalk& pages, const TlbSurvey& survey, std::size_t level);

/// Whether the pages that took as long as `miss`, and not as `hit`, are fast once another line of each has been read just before,
/// so that its translation is at hand. If not, it is not translation that slows them.
bool is_translation(PageWalk& pages, const TranslationLevel& hit, const TranslationLevel& miss);

}  // namespace chasescope::structure
