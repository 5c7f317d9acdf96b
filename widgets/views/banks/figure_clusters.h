// Shared memory of other SMs as a figure.
#pragma once

#include "widgets/figure/figure_entry.h"

namespace chasescope {

// In the list of figures.
const FigureEntry& clusterLatenciesEntry();

}  // namespace chasescope
