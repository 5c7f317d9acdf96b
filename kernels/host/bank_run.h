// Bank conflicts: host side of bank.cuh. Private to kernels/.
#pragma once

#include "kernels/host/workbench.h"

namespace chasescope::cuda {

/// Mean cycles of one access of the warp. Throws `unsupported` for a bank mode that the card has not.
double run_bank(Workbench& bench, const BankOrder& order, RunEvents& events);

}  // namespace chasescope::cuda
