// Bank conflicts as figures.
#pragma once

#include "engine/session/document/session.h"
#include "widgets/figure/figure_entry.h"

namespace chasescope {

/// Latency over stride, and the lanes on the banks at one stride (2014 paper, figures 4 to 7). The id of a run with a bank request
/// chooses that request's words and stride.
FigureOutcome bankLatencyFigure(const Session& session, const QString& runId = {}, const FigureSight& sight = {});
FigureOutcome bankLanesFigure(const Session& session, const FigureChoice& choice = {});

// In the list of figures.
const FigureEntry& bankLatencyEntry();
const FigureEntry& bankLanesEntry();

}  // namespace chasescope
