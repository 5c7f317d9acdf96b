// What panels are called in a text that speaks of them.
#pragma once

#include <QPainter>
#include <QRectF>

#include "widgets/style/plot_style.h"

namespace chasescope {

/// The height that a letter takes above a panel; 0 where the style has none.
double letterHeight(const PlotStyle& style);

/// Paints "(a)" into the upper left corner of the `index`-th panel, if the style has letters. \return what is left of the panel.
QRectF belowLetter(QPainter& painter, const QRectF& panel, int index, const PlotStyle& style);

}  // namespace chasescope
