// The miss pattern as a figure (2014 paper, figure 3).
#pragma once

#include "engine/session/document/session.h"
#include "widgets/figure/figure_entry.h"
#include "widgets/views/pattern/pattern_scene.h"

namespace chasescope {

enum class PatternRows { automatic, passes, sweep };
/// The miss pattern with a row for each pass of one run, or a row for each N of its series (same_series()). `automatic` shows the
/// series if it has at least three footprints and no run was named.
FigureOutcome missPatternFigure(const Session& session, const QString& runId = {}, PatternRows rows = PatternRows::automatic,
                                PatternShade shade = PatternShade::hitMiss);

// In the list of figures.
const FigureEntry& missPatternEntry();

}  // namespace chasescope
