// Outstanding requests: host side of outstanding.cuh. Private to kernels/.
#pragma once

#include <vector>

#include "kernels/host/workbench.h"

namespace chasescope::cuda {

/// Cycles of each repeat. Throws `invalid` for more loads or threads than there are kernels for.
std::vector<double> run_outstanding(Workbench& bench, const OutstandingOrder& order, RunEvents& events);

}  // namespace chasescope::cuda
