// Latency over footprint and over stride as figures.
#pragma once

#include "engine/session/document/session.h"
#include "widgets/figure/figure_entry.h"

namespace chasescope {

/// Latency over footprint with the change-point test of one level (topology thesis §3), and latency over stride (C2070 poster). The
/// id of a run chooses its memory space and the level that it is evidence of; FigureChoice::cache chooses the level too.
FigureOutcome footprintFigure(const Session& session, const FigureChoice& choice = {});
FigureOutcome strideFigure(const Session& session, const FigureChoice& choice = {});

// In the list of figures.
const FigureEntry& footprintLatencyEntry();
const FigureEntry& strideLatencyEntry();

}  // namespace chasescope
