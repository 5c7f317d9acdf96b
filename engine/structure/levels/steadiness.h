// How close together two latencies may lie and still be those of two levels.
//
// Where one element takes the same to the cycle, over and over, levels may be told apart that lie two cycles from each other. But a
// clock that creeps looks just as steady for a while, and slow levels show it sooner than fast ones. So where levels were found
// that lie so close together, the walks that showed them must show the same latencies again.
#pragma once

#include "engine/experiment/lab.h"
#include "engine/inference/levels/latency_noise.h"
#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

/// Latencies of a steady device that differ by no more than the larger of the two are of one level.
inline constexpr double kSteadyShare = 0.002, kSteadyCycles = 1.5;

/// What takes longer than this is clearly no hit of a level that takes up to so many cycles.
double clearly_above(double cycles, const inference::LatencyNoise& noise);

/// Whether a device may be taken for steady: its reference is exact, and it starts anew with each chase. A card's levels spread.
inline bool looks_steady(const Lab& lab, const inference::LatencyNoise& noise) { return noise.exact() && !lab.keeps_state(); }

/// Whether levels that only a steady device tells apart are shown by their walks once more, to the cycle. True where there are
/// none.
bool close_levels_stay(Lab& lab, const Survey& survey);

}  // namespace chasescope::structure
