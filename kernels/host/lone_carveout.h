// The carve-out of requests that ask for none and whose blocks are not those of a lone chase. Private to kernels/.
#pragma once

#include <cstddef>

#include "kernels/host/workbench.h"

namespace chasescope::cuda {

/// What the driver chooses for a lone chase, in percent: room for as many blocks as an SM can have, each with `shared_bytes` besides the
/// chase's own buffer. Left to the driver, pairs would get another L1 for another thread of agent B, as fewer large blocks fit than small
/// ones, and trials another one for every number of places, as what is noted of these lies in shared memory.
int lone_carveout(Workbench& bench, std::size_t shared_bytes = 0);

}  // namespace chasescope::cuda
