// What trials show of sets and replacement as figures.
#pragma once

#include "engine/session/document/session.h"
#include "widgets/figure/figure_entry.h"

namespace chasescope {

/// Figures of random trials: which lines evict each other, set by set; how that comes out of the noise; how many lines of a set
/// stay; and which line is evicted, by its age.
FigureOutcome conflictFigure(const Session& session, const FigureChoice& choice = {});
FigureOutcome conflictGrowthFigure(const Session& session, const FigureChoice& choice = {});
FigureOutcome occupancyFigure(const Session& session, const FigureChoice& choice = {});
FigureOutcome victimAgesFigure(const Session& session, const FigureChoice& choice = {});

// In the list of figures.
const FigureEntry& conflictMatrixEntry();
const FigureEntry& conflictGrowthEntry();
const FigureEntry& setOccupancyEntry();
const FigureEntry& victimAgesEntry();

}  // namespace chasescope
