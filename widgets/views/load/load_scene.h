// A level under load as a drawing: its bandwidth over the bytes under way, and below it the latency of a load, on the same axis
// (Little's law; topology thesis §6.1). The same functions serve the window and the figure.
#pragma once

#include <QPainter>
#include <QRectF>
#include <optional>

#include "widgets/plot/curve_axes.h"
#include "widgets/style/plot_style.h"
#include "widgets/views/load/load_facts.h"

namespace chasescope {

/// Both plots, with one horizontal axis.
struct LoadAxes {
  CurveAxes rate, cycles;
  double unit = 1;  ///< one step of the axis in the unit of the rates
};

/// \pre the level has a point
LoadAxes loadAxes(const QRectF& area, const LoadedLevel& level, bool in_seconds, const PlotStyle& style);

/// `chosen`: the chosen point of the level, if any. The horizontal axis may show only a part.
void paintLoad(QPainter& painter, const QRectF& area, const LoadAxes& axes, const LoadedLevel& level, bool in_seconds,
               const std::optional<LoadMark>& chosen, const PlotStyle& style);

/// "Under way (bytes)", "Under way in each SM (bytes)".
QString underWayTitle(const LoadedLevel& level);
QString cyclesTitle(const LoadedLevel& level);
QString rateTitle(const LoadedLevel& level, bool in_seconds, double unit);
/// The colour of a width, and the mark of its points.
QColor widthColour(const LoadedLevel& level, std::size_t width, const Palette& palette);

}  // namespace chasescope
