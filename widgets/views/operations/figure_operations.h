// Memory operations as a figure: atomics over threads, and copies to shared memory (topology thesis §6.3.2).
#pragma once

#include "engine/session/document/session.h"
#include "widgets/figure/figure_entry.h"

namespace chasescope {

/// Returns an error sentence if no operation was measured.
FigureOutcome operationsFigure(const Session& session, const FigureChoice& choice = {});

/// In the list of figures.
const FigureEntry& operationsEntry();

}  // namespace chasescope
