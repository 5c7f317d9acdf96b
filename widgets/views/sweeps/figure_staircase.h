// Figures behind the curves over sizes: the staircase at the end of a cache, and the instruction caches.
#pragma once

#include "widgets/figure/figure_entry.h"

namespace chasescope {

// In the list of figures.
const FigureEntry& staircaseEntry();
const FigureEntry& instructionCachesEntry();
const FigureEntry& instructionPrefetchEntry();

}  // namespace chasescope
