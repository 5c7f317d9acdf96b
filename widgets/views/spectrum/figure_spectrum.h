// The latency spectrum as a figure.
#pragma once

#include "engine/session/document/session.h"
#include "widgets/figure/figure_entry.h"

namespace chasescope {

/// The classes of accesses with their paths (2014 paper, table 3). The id of a trace with a spectrum chooses that trace's memory
/// space.
FigureOutcome spectrumFigure(const Session& session, const QString& runId = {});

// In the list of figures.
const FigureEntry& latencySpectrumEntry();

}  // namespace chasescope
