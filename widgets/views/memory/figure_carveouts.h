// The size of the L1 at each carve-out, as a figure.
#pragma once

#include "widgets/figure/figure_entry.h"

namespace chasescope {

// In the list of figures.
const FigureEntry& carveoutSizesEntry();

}  // namespace chasescope
