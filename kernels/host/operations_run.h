// Memory operations besides loads: host side of operations.cuh. Private to kernels/.
#pragma once

#include "kernels/host/workbench.h"

namespace chasescope::cuda {

/// Cycles of each repeat, and what measuring costs. Throws `invalid` or `unsupported` for what there is no kernel for.
OperationsAnswer run_operations(Workbench& bench, const OperationsOrder& order, RunEvents& events);

}  // namespace chasescope::cuda
