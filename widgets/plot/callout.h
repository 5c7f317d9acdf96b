// Small boxes with text over a plot: what is under the mouse, the difference of two cursors, the flags of the cursors.
#pragma once

#include <QPainter>
#include <QRectF>
#include <QStringList>

#include "widgets/style/plot_style.h"

namespace chasescope {

/// Where paintCallout() puts its box.
QRectF calloutRect(const QPointF& anchor, const QStringList& lines, const QRectF& area, const PlotStyle& style);
/// A box with one line of text in bold and the others in quiet ink, beside `anchor` and inside `area`. Returns where it lies.
QRectF paintCallout(QPainter& painter, const QPointF& anchor, const QStringList& lines, const QRectF& area, const PlotStyle& style);

/// A flag with one letter, its foot at `foot`.
void paintFlag(QPainter& painter, const QPointF& foot, const QString& letter, bool active, const PlotStyle& style);
QRectF flagRect(const QPointF& foot, const PlotStyle& style);

/// The box that the mouse is drawing.
void paintRubberBand(QPainter& painter, const QRectF& box, bool brush, const PlotStyle& style);

/// A ring around the plot that has the keyboard.
void paintFocus(QPainter& painter, const QRectF& plot, const PlotStyle& style);

}  // namespace chasescope
