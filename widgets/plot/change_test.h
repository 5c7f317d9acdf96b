// The change-point test at the end of a level, made again from the runs that are its evidence, so that it can be looked at: each
// footprint's latencies as one distance (topology thesis §3.3.2), the split (§3.3.3), and the distribution functions on both sides
// of it, whose largest distance is what the Kolmogorov-Smirnov test judges (§3.3.4).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/inference/change_point.h"
#include "engine/probe/run.h"
#include "widgets/plot/sweep_curves.h"

namespace chasescope {

struct ChangeTest {
  std::vector<std::uint64_t> footprints;  ///< bytes, at even steps
  std::vector<double> distances;          ///< cycles; of each footprint's latencies from those of a hit
  std::vector<std::string> runs;
  inference::ChangePoint change;
  std::uint64_t step = 0;  ///< bytes
  double widest_at = 0;    ///< the distance, in cycles, at which the two distribution functions lie farthest apart
};

/// From the runs of the sequential sweep among the evidence; nothing if there was none.
std::optional<ChangeTest> changeTestOf(const LevelEnd& end, std::span<const RunPtr> runs);

/// Share of sorted values at or below x.
double shareUpTo(std::span<const double> sorted, double x);

}  // namespace chasescope
