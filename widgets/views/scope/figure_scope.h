// Latency by access as a figure.
#pragma once

#include "engine/session/document/session.h"
#include "widgets/figure/figure_entry.h"

namespace chasescope {

/// Latency by access of one run; an empty id means the session's last run with a trace.
FigureOutcome scopeFigure(const Session& session, const QString& runId = {}, const FigureSight& sight = {});

// In the list of figures.
const FigureEntry& scopeEntry();

}  // namespace chasescope
