// Average latency over stride: the curves in which a fetch size and a page show as plateaus (C2070 poster; Saavedra 1992).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/experiment/sweep_runner.h"
#include "engine/findings/finding.h"
#include "engine/inference/curves/stride_saturation.h"

namespace chasescope {

/// One curve and what it says.
struct StrideCurve {
  std::vector<inference::CurvePoint> points;  ///< x is the stride in bytes
  std::vector<RunPtr> runs;                   ///< of the points
  inference::StrideSaturation saturation;
  std::uint64_t bytes = 0;  ///< the footprint; the largest one where it differs from stride to stride
};

/// The nearest cache of a space, as a curve over stride needs to know it.
struct NearestLevel {
  std::uint64_t fetch_bytes = 0;  ///< about what a miss of it brings; the strides are taken around it
  std::uint64_t outgrown = 0;     ///< bytes: a footprint that it does not hold
  std::uint64_t next_holds = 0;   ///< bytes: the largest array that fits into the next level, or into memory
  double hit_cycles = 0;
};

/// Strides over an array that is too large for one level and fits into the next, or into memory: what one miss of that level
/// brings.
Outcome<StrideCurve> fetch_curve(SweepRunner& runner, const ChaseRequest& base, const NearestLevel& level);

/// Puts beside a `fetch_bytes` what the curve says of it, as an opinion, and its runs as evidence.
void add_opinion(Finding& fetch, const StrideCurve& curve);

/// `page_bytes` of the first TLB that misses.
Finding page_finding(const structure::Setting& setting, const StrideCurve& curve);

/// Strides from 512 B as far as the device's memory allows, always over as many elements as that leaves: every page is visited, and
/// the share of the accesses that are first in their page grows with the stride.
Outcome<StrideCurve> page_curve(SweepRunner& runner, const ChaseRequest& base, std::uint64_t limit);

/// Which sizes a grid of sizes × strides has, and how much is chased at each.
struct SizeGrid {
  std::uint64_t factor = 2;        ///< from size to size
  std::uint64_t elements = 65536;  ///< of an array at the most
  std::uint64_t timed = 8192;      ///< accesses at the least; a pass where `whole_pass` is set and a pass is longer
  bool whole_pass = true;
};
inline constexpr SizeGrid kAllSizes{};
/// What a picture of few accesses has: five or six sizes, each eight times the last.
inline constexpr SizeGrid kFewSizes{.factor = 8, .elements = 16384, .timed = 2000, .whole_pass = false};

/// Average latencies of sizes × strides, strides doubled, recorded as means: the poster's figure. What the budget refuses is left
/// out.
std::optional<DeviceError> size_by_stride(SweepRunner& runner, const ChaseRequest& base, std::uint64_t smallest,
                                          std::uint64_t largest, const SizeGrid& grid);

}  // namespace chasescope
