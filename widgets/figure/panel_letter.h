// The letters by which a text refers to the panels of a figure.
#pragma once

#include <QPainter>
#include <QRectF>

#include "widgets/style/plot_style.h"

namespace chasescope {

/// The height that a letter takes above a panel; 0 where the style has no letters.
double letterHeight(const PlotStyle& style);

/// Paints "(a)" into the upper left corner of the `index`-th panel, if the style has letters. \return the rest of the panel.
QRectF belowLetter(QPainter& painter, const QRectF& panel, int index, const PlotStyle& style);

}  // namespace chasescope
