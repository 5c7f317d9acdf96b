// What of a recorded latency is the cost of recording it. Private to kernels/.
//
// An entry of a trace is the time from one clock read to the other: the load, and the few cycles until the store that waits for it
// and the second clock read are issued. The load alone is known from chains of dependent loads of two lengths, whose difference
// holds nothing but loads; a load in shared memory that always takes the same time, timed both ways, gives the rest. Timing the code with
// the load switched off would not: the clock reads then get in each other's way.
#pragma once

#include <optional>

#include "kernels/host/chase_runner.h"

namespace chasescope::cuda {

/// Cycles per entry that are not the load, for the kinds of timed code that differ.
struct Overheads {
  std::optional<double> four_bytes;   ///< global, read-only, constant and shared with 4-byte elements
  std::optional<double> eight_bytes;  ///< global, read-only and shared with 8-byte elements
  std::optional<double> texture;      ///< its timed code has register moves of its own

  /// None where it can't be told: 8-byte constants, whose timed code differs from all that can be calibrated.
  std::optional<double> of(const ChaseOrder& order) const;
};

/// Runs the calibration: a few kernels of some microseconds.
Overheads calibrate(ChaseRunner& runner);

}  // namespace chasescope::cuda
