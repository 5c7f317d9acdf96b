// Where the large caches of a card are outgrown, closer than the doubling of footprints tells.
//
// Which of their lines go differs from pass to pass on a card, and a walk over tens of megabytes takes a tenth of a second: no
// question of single lines can be asked there, but how many of them miss can.
#pragma once

#include <cstdint>

#include "engine/structure/levels/clean_footprint.h"
#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

/// Whether it is known where the cache begins to miss, to an eighth of what it holds.
bool is_narrow(const Boundary& boundary);

/// Bisects between what a cache holds and where it begins to miss, for each boundary from a megabyte on (those of caches behind the
/// SMs), and says by which walks. `walks`: those that found the boundaries. One whose two ends the cut between its levels does not
/// tell apart stays as it is. Does nothing that the lab's budget does not allow.
void narrow_boundaries(Lab& lab, Survey& survey, const std::vector<FootprintWalk>& walks);

}  // namespace chasescope::structure
