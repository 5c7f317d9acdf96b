// Bursts of the threads of a block: outstanding requests and other memory operations. Host side of outstanding.cuh
// (outstanding_run.cpp) and of operations.cuh (operations_run.cpp). Private to kernels/.
#pragma once

#include <vector>

#include "kernels/host/workbench.h"

namespace chasescope::cuda {

/// The cycles of each repeat. Throws `invalid` for more loads or threads than the kernels allow.
std::vector<double> run_outstanding(Workbench& bench, const OutstandingOrder& order, RunEvents& events);

/// The cycles of each repeat, and the cost of measuring. Throws `invalid` or `unsupported` for an order without a kernel.
OperationsAnswer run_operations(Workbench& bench, const OperationsOrder& order, RunEvents& events);

}  // namespace chasescope::cuda
