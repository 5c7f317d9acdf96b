// One warm pass of a chase as a figure: the sets, the array and what each access takes (2014 paper, figure 2).
#pragma once

#include "engine/session/document/session.h"
#include "widgets/figure/figure_entry.h"

namespace chasescope {

/// Of the named run, or of the last one whose pass is short enough to be drawn.
FigureOutcome chaseFigure(const Session& session, const QString& runId);

/// In the list of figures.
const FigureEntry& chaseEntry();

}  // namespace chasescope
