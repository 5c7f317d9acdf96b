// One point of an average curve: the average of a trace that outliers and drift do not move.
//
//   const CurveAverage average = average_of(trace);
//   plot(footprint, average.cycles, average.error);
//
// The classic curves (Saavedra 1992, Wong 2010, the C2070 poster) plot the average of many accesses. An interrupt of thousands of
// cycles moves it as much as dozens of misses, so latencies above the 99th percentile count as much as that percentile.
#pragma once

#include <cstddef>

#include "engine/trace/latency_trace.h"

namespace chasescope::inference {

struct CurveAverage {
  double cycles = 0;          ///< average, the slowest hundredth cut down to the 99th percentile
  double mean = 0;            ///< the plain average
  double median = 0;          ///< and the median, cycles
  double upper_quartile = 0;  ///< a quarter of the accesses took longer, cycles
  double error = 0;           ///< standard error of `cycles`, from how parts of the trace differ; 0 for all alike
  std::size_t accesses = 0;
};

/// Of an empty trace: zeros. O(n).
CurveAverage average_of(const LatencyTrace& trace);

/// `cycles` at the time when the timing began. The trace is averaged in eight or more parts (whole passes of `pass` accesses, if
/// there are enough). If the parts grow evenly by up to 5 % over the trace (a clock that warms up), the average is extrapolated to
/// the first access. Without drift it is the plain average.
CurveAverage drift_free_average_of(const LatencyTrace& trace, std::size_t pass);

}  // namespace chasescope::inference
