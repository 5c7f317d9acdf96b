// Published values, drawn over the curves of several cards: the hollow marker of the card, with the number of the source. The
// legend says for each number what its marks show, and who published it.
#pragma once

#include <QPainter>

#include "widgets/plot/text_room.h"
#include "widgets/style/markers.h"
#include "widgets/views/overlay/overlay_scene.h"

namespace chasescope {

/// The room taken by curves, intervals and marks, which text may not cover.
TakenRoom takenByCurves(const OverlayAxes& axes, const CurveOverlay& overlay, const PlotStyle& style);
/// The numbers lie on no curve and no mark. Where there are several sources, a mark whose number has no free place is left out:
/// nobody could tell its source.
void paintPublishedMarks(QPainter& painter, const OverlayAxes& axes, const CurveOverlay& overlay, const PlotStyle& style);
/// "1: published size and latency, 2014 paper", for each source; in a narrow legend "1: 2014 paper".
std::vector<LegendEntry> publishedEntries(const CurveOverlay& overlay, const PlotStyle& style);

}  // namespace chasescope
