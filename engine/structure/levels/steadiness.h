// How close together the latencies of two levels may lie.
//
// On a device without noise, one element takes the same number of cycles each time, and levels that are two cycles apart can be
// told apart. But a clock that drifts slowly looks just as exact for a while, and slow levels show the drift sooner than fast ones.
// So if levels were found that are so close together, the walks that showed them are repeated, and must show the same latencies.
#pragma once

#include "engine/experiment/lab.h"
#include "engine/inference/levels/latency_noise.h"
#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

/// On a steady device, two latencies belong to one level if they differ by no more than the larger of these two.
inline constexpr double kSteadyShare = 0.002, kSteadyCycles = 1.5;

/// The latency above which an access is certainly slower than a level whose accesses take up to `cycles`.
double clearly_above(double cycles, const inference::LatencyNoise& noise);

/// Whether a device may be taken for steady: the reference element takes exactly the same time, and every chase starts with empty
/// caches. The levels of a card always spread.
inline bool looks_steady(const Lab& lab, const inference::LatencyNoise& noise) { return noise.exact() && !lab.keeps_state(); }

/// Repeats the walks that showed levels so close that only a steady device separates them. Whether these walks show the same
/// latencies again; true if there are no such levels.
bool close_levels_stay(Lab& lab, const Survey& survey);

}  // namespace chasescope::structure
