// The memory diagram as a figure.
#pragma once

#include "engine/session/document/session.h"
#include "widgets/figure/figure_entry.h"
#include "widgets/views/memory/memory_marks.h"

namespace chasescope {

/// Every part of the hierarchy with what the findings say of it.
FigureOutcome memoryDiagramFigure(const Session& session, const QString& runId = {});
/// The same figure, in which the numbers that the model's file assumes are marked. The caller reads them from the file.
FigureOutcome memoryDiagramFigure(const Session& session, const AssumedNumbers& assumed);
/// The diagrams of two cards, with the differences marked.
FigureOutcome memoryComparisonFigure(const Session& session, const Session& other, const AssumedNumbers& assumed = {},
                                     const AssumedNumbers& otherAssumed = {});

// In the list of figures.
const FigureEntry& memoryDiagramEntry();

}  // namespace chasescope
