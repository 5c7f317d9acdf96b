// Whether the address chooses no set, as neighbouring lines and lines from anywhere had it.
//
// Where a store of data is smaller than its tags, it is full before any set of them is, as long as lines spread over the sets; so
// all lines seem to share one set as large as the store. Lines that agree in their low address bits do not spread: by any index
// that looks at no higher bit they are all of one set.
#pragma once

#include "engine/structure/shape/cache_report.h"
#include "engine/structure/testers/data_tester.h"

namespace chasescope::structure {

/// If the shape of the survey's nearest cache is one set: looks for sets within it, and puts these in its place. Where lines crowd
/// that no index explains, the set that was found goes, with the reason. Throws Unanswered alone.
void look_for_crowded_sets(Lab& lab, const Survey& survey, DataTester& tester, CacheReport& report);

}  // namespace chasescope::structure
