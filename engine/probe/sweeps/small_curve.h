// A curve of latency over footprint that costs little: the picture of a discovery, which knows the levels already and has a tenth
// of a second for it (decision 37: sweeps draw, structure tells).
#pragma once

#include <vector>

#include "engine/probe/sweeps/footprint_curve.h"

namespace chasescope {

/// Some 64 footprints, and to a doubling no fewer than the plan says, from 1 KiB to past the last cache. The walks that the survey
/// made over large arrays are taken over; what lies between them is chased with one warm-up pass and no more than 2,000 recorded
/// accesses or one pass, coarse to fine, as far as `cycles_left`, from which they are taken, and the runner's share of the
/// budget reach. By footprint.
Outcome<std::vector<FootprintPoint>> draw_with_few_accesses(SweepRunner& runner, Recorder& recorder, const SweptSpace& space,
                                                            const CurvePlan& plan, double& cycles_left);

}  // namespace chasescope
