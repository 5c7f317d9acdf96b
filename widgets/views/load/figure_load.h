// A level under load as a figure (topology thesis §6.1).
#pragma once

#include "engine/session/document/session.h"
#include "widgets/figure/figure_entry.h"

namespace chasescope {

/// The level of the chosen cache or run; else memory, the last level. Returns a sentence where nothing was measured.
FigureOutcome loadFigure(const Session& session, const FigureChoice& choice = {});

/// In the list of figures.
const FigureEntry& loadEntry();

}  // namespace chasescope
