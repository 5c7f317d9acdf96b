// More accesses to what a survey found, where noise calls for them.
#pragma once

#include "engine/experiment/lab.h"
#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

/// Chases what showed the levels of `survey` for longer, as far as accesses allow. Drift is taken out by a line through a level's
/// latencies, and where that begins is known the better the more there are.
void sharpen_levels(Lab& lab, Survey& survey);

}  // namespace chasescope::structure
