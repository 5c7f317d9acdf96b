// Outstanding requests and copies as figures.
#pragma once

#include "engine/session/document/session.h"
#include "widgets/figure/figure_entry.h"

namespace chasescope {

/// Latency over threads with its variance, the request table at one point (request study, figures 1 and 3 to 10), and copies with
/// and without a flush (figure 2). The id of an outstanding-requests run chooses its curve and point.
FigureOutcome threadLatencyFigure(const Session& session, const FigureChoice& choice = {});
FigureOutcome requestTableFigure(const Session& session, const QString& runId = {});
FigureOutcome copyFigure(const Session& session, const QString& runId = {}, const FigureSight& sight = {});

// In the list of figures.
const FigureEntry& threadLatencyEntry();
const FigureEntry& requestTableEntry();
const FigureEntry& l2CopyEntry();

}  // namespace chasescope
