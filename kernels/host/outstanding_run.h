// Bursts of the threads of a block: outstanding requests and other memory operations. Host side of outstanding.cuh
// (outstanding_run.cpp) and of operations.cuh (operations_run.cpp). Private to kernels/.
#pragma once

#include <vector>

#include "kernels/host/workbench.h"

namespace chasescope::cuda {

/// Cycles of each repeat. Throws `invalid` for more loads or threads than there are kernels for.
std::vector<double> run_outstanding(Workbench& bench, const OutstandingOrder& order, RunEvents& events);

/// Cycles of each repeat, and what measuring costs. Throws `invalid` or `unsupported` for what there is no kernel for.
OperationsAnswer run_operations(Workbench& bench, const OperationsOrder& order, RunEvents& events);

}  // namespace chasescope::cuda
