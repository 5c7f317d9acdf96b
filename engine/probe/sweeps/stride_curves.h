// Average latency over stride: the curves in which a fetch size and a page show as plateaus (C2070 poster; Saavedra 1992).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/experiment/sweep_runner.h"
#include "engine/findings/finding.h"
#include "engine/inference/curves/stride_saturation.h"

namespace chasescope {

/// One curve and the saturation found in it.
struct StrideCurve {
  std::vector<inference::CurvePoint> points;  ///< x is the stride in bytes
  std::vector<RunPtr> runs;                   ///< the runs of the points
  inference::StrideSaturation saturation;
  std::uint64_t bytes = 0;  ///< the footprint; the largest one where it differs from stride to stride
};

/// The facts about the nearest cache of a space that a curve over stride needs.
struct NearestLevel {
  std::uint64_t fetch_bytes = 0;  ///< its approximate fetch size; the strides are chosen around it
  std::uint64_t outgrown = 0;     ///< bytes: a footprint that overflows it
  std::uint64_t next_holds = 0;   ///< bytes: the largest array that fits into the next level, or into memory
  double hit_cycles = 0;
};

/// Measures the latency over strides on an array that is too large for one level and fits into the next, or into memory. The curve
/// shows the fetch size of that level's misses.
Outcome<StrideCurve> fetch_curve(SweepRunner& runner, const ChaseRequest& base, const NearestLevel& level);

/// Adds the curve's result to a finding `fetch_bytes` as an opinion, and the curve's runs as evidence.
void add_opinion(Finding& fetch, const StrideCurve& curve);

/// The finding `page_bytes` of the first TLB that misses.
Finding page_finding(const structure::Setting& setting, const StrideCurve& curve);

/// Measures the latency over strides from 512 B up to what the device's memory allows. All strides use the same number of elements,
/// so that every page is visited, and the share of first accesses to a page grows with the stride.
Outcome<StrideCurve> page_curve(SweepRunner& runner, const ChaseRequest& base, std::uint64_t limit);

/// The sizes in a grid of sizes × strides, and the number of accesses of each point.
struct SizeGrid {
  std::uint64_t factor = 2;        ///< from size to size
  std::uint64_t elements = 65536;  ///< largest number of elements of an array
  std::uint64_t timed = 8192;      ///< accesses, at least; a whole pass if `whole_pass` is set and a pass is longer
  bool whole_pass = true;
};
inline constexpr SizeGrid kAllSizes{};
/// The grid of a picture with few accesses: five or six sizes, each eight times the previous one.
inline constexpr SizeGrid kFewSizes{.factor = 8, .elements = 16384, .timed = 2000, .whole_pass = false};

/// Measures average latencies of sizes × strides, each stride twice the previous one, recorded as means: the poster's figure.
/// Points beyond the budget are left out.
std::optional<DeviceError> size_by_stride(SweepRunner& runner, const ChaseRequest& base, std::uint64_t smallest,
                                          std::uint64_t largest, const SizeGrid& grid);

}  // namespace chasescope
