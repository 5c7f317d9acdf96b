// Copies with and without a flush as the study draws them (figure 2). The same functions serve the window and the figures.
#pragma once

#include <QPainter>
#include <QRectF>
#include <QString>

#include "widgets/plot/plain_axes.h"
#include "widgets/style/plot_style.h"
#include "widgets/views/requests/thread_curves.h"

namespace chasescope {

/// Axes of copies by size; its unit and how much of the curve tells something.
struct CopyAxes {
  PlainAxes axes;
  double unit = 1024;  ///< bytes to one step to the right: 1 KiB or 1 MiB
  double scale = 1;    ///< of the times as they are kept: microseconds are shown
  double last = 0;     ///< bytes; larger copies are left out
  double step = 64;    ///< between numbers, in the unit
};
CopyAxes copyAxes(const QRectF& area, const CopyCurve& copies, const PlotStyle& style);
/// From which size on a flush makes no more difference; pre: it was found.
QString saturationText(const CopyCurve& copies);
/// Copies by size, flushed beside not flushed, with the saturation point.
void paintCopies(QPainter& painter, const CopyAxes& axes, const CopyCurve& copies, const PlotStyle& style);

}  // namespace chasescope
