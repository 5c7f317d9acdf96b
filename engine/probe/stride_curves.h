// Average latency over stride: the curves in which a fetch size and a page show as plateaus (C2070 poster; Saavedra 1992).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/inference/stride_saturation.h"
#include "engine/probe/footprint_survey.h"

namespace chasescope {

/// One curve and what it says.
struct StrideCurve {
  std::vector<inference::CurvePoint> points;  ///< x is the stride in bytes
  std::vector<RunPtr> runs;                   ///< of the points
  inference::StrideSaturation saturation;
  std::uint64_t bytes = 0;  ///< the footprint; the largest one where it differs from stride to stride
};

/// Strides over an array that is too large for one level and fits into the next, or into memory: what one miss of that level
/// brings. `limit` is the largest array that does.
Outcome<StrideCurve> fetch_curve(SweepRunner& runner, const ChaseRequest& base, const FootprintLevel& level, std::uint64_t limit);

/// Strides from 512 B as far as the device's memory allows, always over as many elements as that leaves: every page is visited, and
/// the share of the accesses that are first in their page grows with the stride.
Outcome<StrideCurve> page_curve(SweepRunner& runner, const ChaseRequest& base, std::uint64_t limit);

/// Average latencies of sizes × strides, each doubled, recorded as means: the poster's figure. What the budget refuses is left out.
std::optional<DeviceError> size_by_stride(SweepRunner& runner, const ChaseRequest& base, std::uint64_t smallest,
                                          std::uint64_t largest);

}  // namespace chasescope
