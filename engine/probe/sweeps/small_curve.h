// A cheap curve of latency over footprint: the picture of a discovery, which knows the levels already and has a tenth of a second
// for the curve (decision 37: sweeps draw, structure tells).
#pragma once

#include <vector>

#include "engine/probe/sweeps/footprint_curve.h"

namespace chasescope {

/// Measures some 64 footprints, with at least the plan's number per doubling, from 1 KiB to beyond the last cache. The survey's
/// walks over large arrays are reused. The other footprints are chased with one warm-up pass and at most 2,000 recorded accesses or
/// one pass. The coarse points come first, until `cycles_left` or the runner's share of the budget is used up; the cycles spent are
/// subtracted from `cycles_left`. Sorted by footprint.
Outcome<std::vector<FootprintPoint>> draw_with_few_accesses(SweepRunner& runner, Recorder& recorder, const SweptSpace& space,
                                                            const CurvePlan& plan, double& cycles_left);

}  // namespace chasescope
