// Ways and miss rates as figures.
#pragma once

#include "engine/session/document/session.h"
#include "widgets/figure/figure_entry.h"

namespace chasescope {

/// The share of each way among the replacements, and the miss rate over the footprint beside LRU's (2014 paper, figures 8 and 9).
/// The id of a run that is evidence of a cache's replacement chooses that cache.
FigureOutcome wayProbabilityFigure(const Session& session, const FigureChoice& choice = {});
FigureOutcome missRateFigure(const Session& session, const FigureChoice& choice = {});

// In the list of figures.
const FigureEntry& wayProbabilityEntry();
const FigureEntry& missRateEntry();

}  // namespace chasescope
