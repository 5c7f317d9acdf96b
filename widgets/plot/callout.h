// Small boxes with text over a plot: the facts at the mouse, the difference of two cursors, the flags of the cursors.
#pragma once

#include <QPainter>
#include <QRectF>
#include <QStringList>

#include "widgets/style/plot_style.h"

namespace chasescope {

/// The place of the box that paintCallout() paints.
QRectF calloutRect(const QPointF& anchor, const QStringList& lines, const QRectF& area, const PlotStyle& style);
/// Paints a box with the first line of text in bold and the others in quiet ink, beside `anchor` and inside `area`. Returns the
/// box.
QRectF paintCallout(QPainter& painter, const QPointF& anchor, const QStringList& lines, const QRectF& area, const PlotStyle& style);

/// A flag with one letter. `foot` is its lower end.
void paintFlag(QPainter& painter, const QPointF& foot, const QString& letter, bool active, const PlotStyle& style);
QRectF flagRect(const QPointF& foot, const PlotStyle& style);

/// The box that the person is drawing with the mouse.
void paintRubberBand(QPainter& painter, const QRectF& box, bool brush, const PlotStyle& style);

/// A ring around the plot that has the keyboard focus.
void paintFocus(QPainter& painter, const QRectF& plot, const PlotStyle& style);

}  // namespace chasescope
