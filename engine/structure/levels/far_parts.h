// Parts of a level that lie farther away than others: what is slow for where it lies, not for being evicted.
#pragma once

#include <cstdint>

#include "engine/experiment/lab.h"
#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

/// Whether what takes as long as `band`, in a walk that outgrows the last level of `survey` as `boundary` says, lies in a farther
/// part of the same level: it takes as long with nothing around but what empties the caches in front, or is the same lines however
/// much is walked and from whichever end. `stride`: bytes from one line to the next. Throws Undecided.
bool is_far_part(Lab& lab, const Survey& survey, std::uint64_t stride, const Walk& walk, const inference::Band& band,
                 const Boundary& boundary);

}  // namespace chasescope::structure
