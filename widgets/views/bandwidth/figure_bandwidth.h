// Bandwidth as a figure.
#pragma once

#include "engine/session/document/session.h"
#include "widgets/figure/figure_entry.h"

namespace chasescope {

/// The best rate of each level and direction, and every setting that was tried (topology thesis §6.1). The setting of the named run
/// is marked.
FigureOutcome bandwidthFigure(const Session& session, const QString& runId = {});

// In the list of figures.
const FigureEntry& bandwidthEntry();

}  // namespace chasescope
