// The classic curve: average latency over the size of the array, and the plateaus in it (Wong 2010, the C2070 poster; topology
// thesis §3.2). The curve is a picture. Which levels there are is known before (swept_space.h), and so a plateau gets its name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/experiment/sweep_runner.h"
#include "engine/findings/finding.h"
#include "engine/inference/curves/curve_point.h"
#include "engine/probe/sweeps/swept_space.h"

namespace chasescope {

inline constexpr std::uint64_t kManyElements = 65536;  ///< of an array; one warm-up pass over so many will do
inline constexpr std::uint64_t kUsualLine = 128;       ///< bytes

struct CurvePlan {
  std::optional<std::uint64_t> stride, from, to;  ///< bytes; unset: as the levels of the space suggest
  std::uint64_t points = 4;                       ///< footprints to a doubling
};

struct FootprintPoint {
  std::uint64_t bytes = 0, stride = 0;
  RunPtr run;
  inference::CurveAverage average;
};

/// The stride at which an array of this size is chased: `fine`, or a line of the usual size where that would make very many
/// elements.
std::uint64_t stride_for(std::uint64_t bytes, std::uint64_t fine);

/// How far a curve of this space goes by itself: twice what the last cache is outgrown by shows what lies behind it.
std::uint64_t end_of_curve(const SweptSpace& space);

FootprintPoint point_of(const RunPtr& run);

/// Grows the array to twice what the last cache holds, or as far as the plan says, the device allows or the budget reaches; by
/// footprint. Any other error of the device is the outcome.
Outcome<std::vector<FootprintPoint>> grow_footprints(SweepRunner& runner, const SweptSpace& space, const CurvePlan& plan);

/// For each plateau of the curve its `plateau_cycles`, drift-free and without the cost of measuring. It has the name of a level if
/// it lies where that level answers and takes what that level does; else it is the device's.
std::vector<Finding> plateau_findings(const std::vector<FootprintPoint>& curve, const SweptSpace& space);

}  // namespace chasescope
