// Runs trials on a card. Private to kernels/.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/host/workbench.h"

namespace chasescope::cuda {

/// The answer is that of Card::trials (cuda_backend.h).
TrialsAnswer run_trials(Workbench& bench, const TrialsOrder& order, RunEvents& events);

}  // namespace chasescope::cuda
