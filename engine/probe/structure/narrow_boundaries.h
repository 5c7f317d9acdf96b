// Where the large caches of a card are outgrown, closer than the doubling of footprints tells.
//
// Which of their lines go differs from pass to pass on a card, and a walk over tens of megabytes takes a tenth of a second: no
// question of single lines can be asked there, but how many of them miss can.
#pragma once

#include <cstdint>

#include "engine/probe/structure/survey.h"

namespace chasescope::structure {

/// Whether it is known where the cache begins to miss, to an eighth of what it holds.
bool is_narrow(const Boundary& boundary);

/// Bisects between what a cache holds and where it begins to miss, for each boundary from a megabyte on (those of caches behind the
/// SMs), and says by which walks. Does nothing that the lab's budget does not allow.
void narrow_boundaries(Lab& lab, Survey& survey);

}  // namespace chasescope::structure
