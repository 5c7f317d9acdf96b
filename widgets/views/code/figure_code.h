// Figures of code: the instruction caches, and whether instructions are fetched ahead.
#pragma once

#include "widgets/figure/figure_entry.h"

namespace chasescope {

// In the list of figures.
const FigureEntry& instructionCachesEntry();
const FigureEntry& instructionPrefetchEntry();

}  // namespace chasescope
