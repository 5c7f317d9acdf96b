// The half of the chip that holds each address, as a figure.
#pragma once

#include "widgets/figure/figure_entry.h"

namespace chasescope {

// In the list of figures.
const FigureEntry& memoryHalvesEntry();

}  // namespace chasescope
