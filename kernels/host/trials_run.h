// Runs trials on a card. Private to kernels/.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/host/workbench.h"

namespace chasescope::cuda {

/// Answers as Card::trials promises.
TrialsAnswer run_trials(Workbench& bench, const TrialsOrder& order, RunEvents& events);

}  // namespace chasescope::cuda
