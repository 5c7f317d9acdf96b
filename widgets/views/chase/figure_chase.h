// One warm pass of a chase as a figure: the sets, the array and the latency of each access (2014 paper, figure 2).
#pragma once

#include "engine/session/document/session.h"
#include "widgets/figure/figure_entry.h"

namespace chasescope {

/// The figure of the named run, or of the last run whose pass is short enough to be drawn.
FigureOutcome chaseFigure(const Session& session, const QString& runId);

/// In the list of figures.
const FigureEntry& chaseEntry();

}  // namespace chasescope
