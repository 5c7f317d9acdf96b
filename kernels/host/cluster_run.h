// Shared memory of other SMs: host side of cluster.cuh. Private to kernels/.
#pragma once

#include <vector>

#include "kernels/host/workbench.h"

namespace chasescope::cuda {

/// Cycles of each access. Throws `invalid` for a cluster that the card can't make. \pre the card has clusters.
std::vector<double> run_cluster(Workbench& bench, const ClusterOrder& order, RunEvents& events);

}  // namespace chasescope::cuda
