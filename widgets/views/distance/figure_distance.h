// Near and far slices of the L2 as a figure.
#pragma once

#include "engine/session/document/session.h"
#include "widgets/figure/figure_entry.h"

namespace chasescope {

/// The latency from every SM to every part of the L2, sorted by side.
FigureOutcome distanceFigure(const Session& session, const QString& runId = {});

// In the list of figures.
const FigureEntry& l2MapEntry();

}  // namespace chasescope
