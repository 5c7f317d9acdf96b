// Far parts of a level: places that are slow because of where they lie, and not because they were evicted.
#pragma once

#include <cstdint>

#include "engine/experiment/lab.h"
#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

/// Whether the places that take as long as `band` are a far part of the last level of `survey`, and not a level behind it. `walk`
/// outgrows that level at `boundary`. A far part shows in one of two ways. A place in it is as slow when it is read alone, after
/// the caches in front were flushed. Or the slow lines are the same however much is walked, and from whichever end. `stride`: bytes
/// from one line to the next. Throws Undecided.
bool is_far_part(Lab& lab, const Survey& survey, std::uint64_t stride, const Walk& walk, const inference::Band& band,
                 const Boundary& boundary);

}  // namespace chasescope::structure
