// Published values, drawn over the curves of several cards: the hollow marker of the card, with the number of the source.
#pragma once

#include <QPainter>

#include "widgets/plot/text_room.h"
#include "widgets/style/markers.h"
#include "widgets/views/overlay/overlay_scene.h"

namespace chasescope {

/// The room taken by curves, intervals and marks, which text may not cover.
TakenRoom takenByCurves(const OverlayAxes& axes, const CurveOverlay& overlay, const PlotStyle& style);
/// The numbers lie on no curve and no mark; a number without a free place is left out.
void paintPublishedMarks(QPainter& painter, const OverlayAxes& axes, const CurveOverlay& overlay, const PlotStyle& style);
LegendEntry publishedEntry(const PlotStyle& style);

}  // namespace chasescope
