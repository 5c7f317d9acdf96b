// What papers printed, over the curves of several cards: the card's own marker, hollow, with the number of its source.
#pragma once

#include <QPainter>

#include "widgets/plot/text_room.h"
#include "widgets/style/markers.h"
#include "widgets/views/overlay/overlay_scene.h"

namespace chasescope {

/// Curves, intervals and all marks: what no words may lie on.
TakenRoom takenByCurves(const OverlayAxes& axes, const CurveOverlay& overlay, const PlotStyle& style);
/// Numbers lie on no curve and no mark; one for which there is no room is left out.
void paintPublishedMarks(QPainter& painter, const OverlayAxes& axes, const CurveOverlay& overlay, const PlotStyle& style);
LegendEntry publishedEntry(const PlotStyle& style);

}  // namespace chasescope
