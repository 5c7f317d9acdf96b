// The figure behind the curve over sizes: the staircase at the end of a cache.
#pragma once

#include "widgets/figure/figure_entry.h"

namespace chasescope {

// In the list of figures.
const FigureEntry& staircaseEntry();

}  // namespace chasescope
