// Times more accesses of the levels that a survey found, if noise calls for them.
#pragma once

#include "engine/experiment/lab.h"
#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

/// Repeats the chases that showed the levels of `survey` with more accesses, as far as the budget allows. Drift is removed by
/// fitting a line through a level's latencies, and the more accesses there are, the better the start of that line is known.
void sharpen_levels(Lab& lab, Survey& survey);

}  // namespace chasescope::structure
