// Throughput and copies: host side of sweep.cuh. Private to kernels/.
#pragma once

#include "kernels/host/workbench.h"

namespace chasescope::cuda {

BandwidthAnswer run_bandwidth(Workbench& bench, const BandwidthOrder& order, RunEvents& events);

/// Cycles.
double run_copy(Workbench& bench, const CopyOrder& order, RunEvents& events);

}  // namespace chasescope::cuda
