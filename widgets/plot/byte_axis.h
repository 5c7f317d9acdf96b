// A logarithmic horizontal axis of sizes in bytes: for footprints, strides and reaches.
#pragma once

#include <QPainter>
#include <QRectF>
#include <QString>

#include "widgets/style/plot_style.h"

namespace chasescope {

struct ByteAxis {
  double left = 0, right = 1;  ///< in the painter's units
  double from = 1, to = 2;     ///< bytes at the left and right edge; above 0
  double toX(double bytes) const;
};

/// An axis that shows all of [from, to] with a little air at both ends.
ByteAxis byteAxis(double left, double right, double from, double to);

/// Draws ticks, as many powers of two with their sizes as fit, and the title below `y`.
void paintByteAxis(QPainter& painter, const ByteAxis& axis, double y, const QString& title, const PlotStyle& style);
/// The height that the axis needs below `y`.
double belowByteAxis(const PlotStyle& style, bool title = true);

/// "17 KiB"; "1.43 MiB" where no unit gives the size exactly in two decimals.
QString sizeText(double bytes);

}  // namespace chasescope
