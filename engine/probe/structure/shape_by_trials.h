// The sets of the nearest cache by trials, where which lines are evicted differs from chase to chase.
//
// On cards since Volta the tags of the L1 and its store of data are two things: near what the store holds, lines go although their sets
// have room, now these and now those. Trials read fewer lines than that, and many different ones.
#pragma once

#include "engine/probe/structure/cache_report.h"
#include "engine/probe/structure/data_tester.h"

namespace chasescope::structure {

/// Fills the shape of the survey's nearest cache, `subject`, in. Throws Undecided; the shape is untouched then.
void shape_by_trials(Lab& lab, const Survey& survey, DataTester& tester, const std::string& subject, CacheShape& shape);

}  // namespace chasescope::structure
