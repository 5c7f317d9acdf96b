// Narrows the interval in which a large cache of a card is outgrown, beyond the doubling of footprints.
//
// On a card the evicted lines differ from pass to pass, and a walk over tens of megabytes takes a tenth of a second. So single
// lines can't be asked about, but the number of lines that miss can be measured.
#pragma once

#include <cstdint>

#include "engine/structure/levels/clean_footprint.h"
#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

/// Whether the boundary is known to an eighth of the capacity of the cache.
bool is_narrow(const Boundary& boundary);

/// Bisects between the largest footprint that fits and the smallest that misses, for each boundary of at least a megabyte (caches
/// behind the SMs), and keeps the walks as evidence. `walks`: those that found the boundaries. A boundary stays as it is if the cut
/// between its two levels does not separate fitting walks from missing ones. Stops without an error if the lab's budget is spent.
void narrow_boundaries(Lab& lab, Survey& survey, const std::vector<FootprintWalk>& walks);

}  // namespace chasescope::structure
