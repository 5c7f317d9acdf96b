// Sets and their index as figures.
#pragma once

#include "engine/session/document/session.h"
#include "widgets/figure/figure_entry.h"

namespace chasescope {

/// The sets of a cache or TLB with the lines that map to them, and the address bits that choose the set (2014 paper, figures 8, 10
/// and 12). A run's id chooses the run whose lines are shown; a run behind the sets of a cache chooses that cache.
FigureOutcome setMapFigure(const Session& session, const FigureChoice& choice = {});
FigureOutcome setIndexFigure(const Session& session, const FigureChoice& choice = {});

// In the list of figures.
const FigureEntry& setMapEntry();
const FigureEntry& setIndexEntry();

}  // namespace chasescope
