// The part of a recorded latency that is the cost of recording it. Private to kernels/.
//
// An entry of a trace is the time from one clock read to the other: the load, and the few cycles until the store that waits for it
// and the second clock read are issued. The time of the load alone is known from chains of dependent loads of two
// lengths, since overheads cancel in their difference. A load from shared memory, which always takes the same time, is timed in
// both ways; the difference is the overhead. Timing the code with the load switched off would not give the overhead, because the
// two clock reads then delay each other.
#pragma once

#include <optional>

#include "kernels/host/chase_runner.h"

namespace chasescope::cuda {

/// Cycles per entry that are not the load, for the kinds of timed code that differ.
struct Overheads {
  std::optional<double> four_bytes;   ///< global, read-only, constant and shared with 4-byte elements
  std::optional<double> eight_bytes;  ///< global, read-only and shared with 8-byte elements
  std::optional<double> texture;      ///< separate, as its timed code has additional register moves

  /// Empty for 8-byte constants, whose timed code differs from every code that can be calibrated.
  std::optional<double> of(const ChaseOrder& order) const;
};

/// Runs the calibration: a few kernels of some microseconds.
Overheads calibrate(ChaseRunner& runner);

}  // namespace chasescope::cuda
