// The memory diagram as a figure.
#pragma once

#include "engine/session/document/session.h"
#include "widgets/figure/figure_entry.h"
#include "widgets/views/memory/memory_marks.h"

namespace chasescope {

/// Every part of the hierarchy with what the findings say of it.
FigureOutcome memoryDiagramFigure(const Session& session, const QString& runId = {});
/// The same with the numbers marked that the model's file assumes; whoever can read the file tells which they are.
FigureOutcome memoryDiagramFigure(const Session& session, const AssumedNumbers& assumed);
/// Two cards, with what differs marked.
FigureOutcome memoryComparisonFigure(const Session& session, const Session& other, const AssumedNumbers& assumed = {},
                                     const AssumedNumbers& otherAssumed = {});

// In the list of figures.
const FigureEntry& memoryDiagramEntry();

}  // namespace chasescope
