// Latency over footprint as a drawing: the curve with its named plateaus and the ends of the levels, and the change-point test at
// one of them (topology thesis §3.3 and §3.4). The same functions serve the window and the figure.
#pragma once

#include <QPainter>
#include <QRectF>
#include <optional>

#include "widgets/plot/curve_axes.h"
#include "widgets/style/plot_style.h"
#include "widgets/views/sweeps/sweep_curves.h"

namespace chasescope {

struct FootprintLayout {
  QRectF curve, test;  ///< `test` is empty if there is no room for it
};
FootprintLayout layOutFootprints(const QRectF& area, bool withTest, const PlotStyle& style);

CurveAxes footprintAxes(const QRectF& area, const FootprintCurve& curve, const PlotStyle& style);

/// The curve. `chosenEnd` and `chosenPoint` are indices, -1 for none.
void paintFootprints(QPainter& painter, const CurveAxes& axes, const FootprintCurve& curve, int chosenEnd, int chosenPoint,
                     const PlotStyle& style);

/// Draws the distances by footprint, and beside them the two distribution functions.
void paintChangeTest(QPainter& painter, const QRectF& area, const LevelEnd& end, const PlotStyle& style);

/// "L1 data ends at 16 KiB", "L2 ends between 512 KiB and 768 KiB".
QString endText(const LevelEnd& end);
/// The result of the test in a sentence.
QString testText(const LevelEnd& end);

}  // namespace chasescope
