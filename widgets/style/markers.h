// The markers of the levels, as shapes of equal weight, and the hatching of parts that are unknown or absent.
#pragma once

#include <QPainter>
#include <QPainterPath>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <functional>
#include <vector>

#include "widgets/style/palette.h"
#include "widgets/style/plot_style.h"

namespace chasescope {

/// Adds a marker around `centre`; `size` is its height.
void addMarker(QPainterPath& path, Marker marker, const QPointF& centre, double size);

/// The mark of a published value beside a measured curve: a hollow diamond.
void paintPublished(QPainter& painter, const QPointF& centre, const PlotStyle& style);
/// The diamond and the word "published" at the left of a line. \return where the word ends.
double paintPublishedKey(QPainter& painter, const QPointF& left, const PlotStyle& style);
/// A sign and what it stands for.
struct LegendEntry {
  std::function<void(QPainter&, const QRectF& box)> sign;
  QString words;
  QColor ink;
};
/// The marker of a level, and a cell of a picture.
LegendEntry markerEntry(Marker marker, const QColor& colour, const QString& words, const QColor& ink);
LegendEntry cellEntry(const QBrush& fill, const QPen& edge, const QString& words, const QColor& ink);
/// The entries beside each other, in as many rows as they need; nothing is painted where there is no painter, or the style
/// wants no legend. \return their height.
double paintLegend(QPainter* painter, const std::vector<LegendEntry>& entries, const QPointF& corner, double width, const PlotStyle& style);

/// Adds rising lines that end at the edges of `box`, `apart` from each other: lines rather than a brush's pattern, which vector files
/// would keep as a bitmap.
void addHatching(QPainterPath& path, const QRectF& box, double apart);

}  // namespace chasescope
