// Copies with and without a flush as the study draws them (figure 2). The same functions serve the window and the figures.
#pragma once

#include <QPainter>
#include <QRectF>
#include <QString>

#include "widgets/plot/plain_axes.h"
#include "widgets/style/plot_style.h"
#include "widgets/views/requests/thread_curves.h"

namespace chasescope {

/// The axes of copies by size, their unit and the part of the curve that is drawn.
struct CopyAxes {
  PlainAxes axes;
  double unit = 1024;  ///< one step of the horizontal axis in bytes: 1 KiB or 1 MiB
  double scale = 1;    ///< factor from the runs' times to the axis, which shows microseconds or cycles
  double last = 0;     ///< bytes; larger copies are left out
  double step = 64;    ///< distance of numbers, in `unit`
};
CopyAxes copyAxes(const QRectF& area, const CopyCurve& copies, const PlotStyle& style);
/// The size from which on a flush makes no difference. \pre it was found.
QString saturationText(const CopyCurve& copies);
/// Copies by size, flushed beside not flushed, with the saturation point.
void paintCopies(QPainter& painter, const CopyAxes& axes, const CopyCurve& copies, const PlotStyle& style);

}  // namespace chasescope
