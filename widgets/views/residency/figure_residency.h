// What stays in the L2 as a figure: by sweep, by size, by set-aside, and what a miss brings.
#pragma once

#include "engine/session/document/session.h"
#include "widgets/figure/figure_entry.h"

namespace chasescope {

/// A sentence if nothing was measured.
FigureOutcome residencyFigure(const Session& session, const FigureChoice& choice = {});

/// In the list of figures.
const FigureEntry& residencyEntry();

}  // namespace chasescope
