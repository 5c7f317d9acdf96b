// One point of an average curve: the average of a trace, computed so that outliers and drift do not move it.
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
  double median = 0;          ///< cycles
  double upper_quartile = 0;  ///< a quarter of the accesses took longer, cycles
  double error = 0;           ///< standard error of `cycles`, from the scatter of the latencies; 0 if all are equal
  std::size_t accesses = 0;
};

/// The average of an empty trace is all zeros. O(n).
CurveAverage average_of(const LatencyTrace& trace);

/// The average as it was when the timing began. The trace is averaged in eight or more parts (whole passes of `pass` accesses, if
/// there are enough). If the parts grow or shrink evenly by up to 5 % over the trace (a clock that warms up), average, median and
/// upper quartile are extrapolated to the first access. Without such drift the result is that of average_of().
CurveAverage drift_free_average_of(const LatencyTrace& trace, std::size_t pass);

}  // namespace chasescope::inference
