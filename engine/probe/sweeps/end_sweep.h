// The thesis's sequential sweep around the end of a cache (topology thesis §3.4), and whether the end holds in every chase.
#pragma once

#include "engine/experiment/sweep_runner.h"
#include "engine/findings/finding.h"
#include "engine/structure/shape/cache_report.h"
#include "engine/structure/shape/space_report.h"

namespace chasescope {

/// Adds the result of the change-point test to the finding `end` (bytes) as an opinion. If the sweep contradicts the end, the
/// finding loses its value. A sharp end is chased several times more: if the chases differ, it becomes an interval that holds for
/// all of them, or loses its value. Throws DeviceFailure.
Finding with_change_test(SweepRunner& runner, const structure::Lab& lab, Finding end, const structure::SpaceReport& space,
                         const structure::CacheReport& cache);

}  // namespace chasescope
