// A horizontal axis of sizes, each doubling as wide as the next: footprints, strides and reaches from bytes to gigabytes.
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

/// Ticks, sizes at powers of two as they fit, and the title below `y`.
void paintByteAxis(QPainter& painter, const ByteAxis& axis, double y, const QString& title, const PlotStyle& style);
/// Room that this takes.
double belowByteAxis(const PlotStyle& style, bool title = true);

/// "17 KiB"; "1.43 MiB" where no unit shows the size in two decimals exactly.
QString sizeText(double bytes);

}  // namespace chasescope
