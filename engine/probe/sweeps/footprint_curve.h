// The classic curve: average latency over the size of the array, and the plateaus in it (Wong 2010, the C2070 poster; topology
// thesis §3.2). The curve is only a picture: the levels are known beforehand (swept_space.h), so that each plateau gets a level's
// name.
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

inline constexpr std::uint64_t kManyElements = 65536;  ///< elements of an array; for this many or more, one warm-up pass is enough
inline constexpr std::uint64_t kUsualLine = 128;       ///< bytes

struct CurvePlan {
  std::optional<std::uint64_t> stride, from, to;  ///< bytes; unset: chosen by the levels of the space
  std::uint64_t points = 4;                       ///< footprints to a doubling
};

struct FootprintPoint {
  std::uint64_t bytes = 0, stride = 0;
  RunPtr run;
  inference::CurveAverage average;
};

/// The stride (bytes) of a chase over `bytes`: `fine`, if that makes at most `most` elements. If not, the stride with which the
/// survey walked over an array of about that size when it found the levels. With a wider one, a cache with small lines and a hashed
/// index would seem larger than it is.
std::uint64_t stride_for(const structure::Survey& survey, std::uint64_t bytes, std::uint64_t fine,
                         std::uint64_t most = kManyElements);

/// The largest footprint of a curve if the user sets none: twice the footprint that overflows the last cache, so that the level
/// behind it shows.
std::uint64_t end_of_curve(const SweptSpace& space);

FootprintPoint point_of(const RunPtr& run);

/// Measures growing footprints: to twice the capacity of the last cache, to the end that the plan sets, or as far as the device and
/// the budget allow. Sorted by footprint. Any other error of the device is the outcome.
Outcome<std::vector<FootprintPoint>> grow_footprints(SweepRunner& runner, const SweptSpace& space, const CurvePlan& plan);

/// The finding `plateau_cycles` for each plateau of the curve, without drift and measuring overhead. Its subject is the level that
/// answers these footprints with this latency; if there is none, `device`.
std::vector<Finding> plateau_findings(const std::vector<FootprintPoint>& curve, const SweptSpace& space);

}  // namespace chasescope
