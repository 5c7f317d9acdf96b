// TLBs as a figure.
#pragma once

#include "engine/session/document/session.h"
#include "widgets/figure/figure_entry.h"

namespace chasescope {

/// TLBs, all or only the chosen one, with their sets and miss rates (2014 paper, figures 10 and 11).
FigureOutcome tlbFigure(const Session& session, const FigureChoice& choice = {});

// In the list of figures.
const FigureEntry& tlbEntry();

}  // namespace chasescope
