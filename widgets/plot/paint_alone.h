// A plot of QCustomPlot that is painted as a whole, for figures: they need not read QCustomPlot's header, which takes five seconds.
#pragma once

#include <QPainter>
#include <QRectF>
#include <functional>

#include "widgets/style/plot_style.h"

class QCustomPlot;

namespace chasescope {

/// The edge that paintAlone() leaves free all around.
double aroundDrawing(const PlotStyle& style);

/// A plot without axes of its own: what it shows is painted over all of it.
void paintAlone(QCustomPlot& plot, const PlotStyle& style, std::function<void(QPainter&, const QRectF&)> paint);

}  // namespace chasescope
