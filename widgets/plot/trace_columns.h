// The parts of a trace that are drawn: the extremes of each pixel column, and single points. Pure functions; the cost depends on
// the columns, not on the accesses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/trace/latency_trace.h"
#include "engine/trace/min_max_pyramid.h"

namespace chasescope {

struct TracePoint {
  std::uint64_t access = 0;
  float cycles = 0;
};

struct TraceColumns {
  std::vector<Extremes> columns;   ///< one per column; empty where the trace does not reach
  std::vector<TracePoint> points;  ///< in order of access
  bool complete = false;           ///< the points are all accesses in sight
};

/// Cuts the accesses from `begin` to `end` (may lie between accesses and outside the trace) into `columns` columns of equal width.
/// Up to `points_per_column` accesses a column are given as points: all of them if there are no more, else evenly spread ones,
/// always the same for the same range of accesses.
TraceColumns cutIntoColumns(const LatencyTrace& trace, const MinMaxPyramid& pyramid, double begin, double end, std::size_t columns,
                            std::size_t points_per_column);

/// Up to `count` accesses spread over [begin, end): one from each of `count` equal parts, at a scattered place within it, so that a
/// periodic trace is not sampled in step. All of them if there are no more.
std::vector<TracePoint> spreadSample(const LatencyTrace& trace, std::size_t begin, std::size_t end, std::size_t count);

}  // namespace chasescope
