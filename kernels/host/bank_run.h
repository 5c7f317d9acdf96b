// Shared memory: its banks (host side of bank.cuh), and the shared memory of other SMs (host side of cluster.cuh). Private to
// kernels/.
#pragma once

#include <vector>

#include "kernels/host/workbench.h"

namespace chasescope::cuda {

/// Mean cycles of one access of the warp. Throws `unsupported` for a bank mode that the card does not have.
double run_bank(Workbench& bench, const BankOrder& order, RunEvents& events);

/// The cycles of each access. Throws `invalid` for a cluster that the card can't run. \pre the card has clusters.
std::vector<double> run_cluster(Workbench& bench, const ClusterOrder& order, RunEvents& events);

}  // namespace chasescope::cuda
