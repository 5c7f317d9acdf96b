// The floor plan of a chip as a figure.
#pragma once

#include "widgets/figure/figure_entry.h"

namespace chasescope {

// In the list of figures.
const FigureEntry& chipMapEntry();

}  // namespace chasescope
