// What a miss of each cache brings.
#pragma once

#include <vector>

#include "engine/structure/levels/clean_footprint.h"
#include "engine/structure/levels/untouched_memory.h"

namespace chasescope::structure {

/// Sets Survey::fetch_bytes: as often as untouched memory is slow, unless a walk over more than the cache holds missed more often.
/// `survey`: noise, levels and boundaries are known.
void find_fetch_sizes(Survey& survey, const UntouchedMemory& untouched, const std::vector<FootprintWalk>& walks);

}  // namespace chasescope::structure
