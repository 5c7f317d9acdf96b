// The carve-out for requests that name none and whose blocks differ from those of a lone chase. Private to kernels/.
#pragma once

#include <cstddef>

#include "kernels/host/workbench.h"

namespace chasescope::cuda {

/// The carve-out, in percent, that the driver chooses for a lone chase: room for as many blocks as an SM can have, each with
/// `shared_bytes` besides the chase's own buffer. If the driver chose, the L1 size of a pair would depend on the thread of agent B,
/// as fewer large blocks fit than small ones, and that of trials on the number of places, whose tables lie in shared memory.
int lone_carveout(Workbench& bench, std::size_t shared_bytes = 0);

}  // namespace chasescope::cuda
