// A plot of QCustomPlot on which one function paints everything, for figures. They then need not include QCustomPlot's header,
// which takes five seconds to compile.
#pragma once

#include <QPainter>
#include <QRectF>
#include <functional>

#include "widgets/style/plot_style.h"

class QCustomPlot;

namespace chasescope {

/// The width of the edge that paintAlone() leaves free on all sides.
double aroundDrawing(const PlotStyle& style);

/// Makes the plot one without axes of its own; `paint` paints over all of it.
void paintAlone(QCustomPlot& plot, const PlotStyle& style, std::function<void(QPainter&, const QRectF&)> paint);

}  // namespace chasescope
