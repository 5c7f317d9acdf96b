// Sweeps of all SMs over arrays: throughput and copies (host side of sweep.cuh), and which lines of the L2 outlive a sweep (of
// residency.cuh). Private to kernels/.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/host/workbench.h"

namespace chasescope::cuda {

/// The size of a region that takes the place of all else in the L2 when it is read or written: three times the L2.
inline std::uint64_t flush_bytes(const Workbench& bench) {
  return 3 * std::max<std::uint64_t>(bench.properties.l2_bytes, std::uint64_t{1} << 20);
}

BandwidthAnswer run_bandwidth(Workbench& bench, const BandwidthOrder& order, RunEvents& events);

/// The cycles of a copy.
double run_copy(Workbench& bench, const CopyOrder& order, RunEvents& events);

/// Cycles of each timed place. Throws `unsupported` for a priority or a limit that the card has not, and `invalid` for more places
/// or more bytes to set aside than it can have.
ResidencyAnswer run_residency(Workbench& bench, const ResidencyOrder& order, RunEvents& events);

}  // namespace chasescope::cuda
