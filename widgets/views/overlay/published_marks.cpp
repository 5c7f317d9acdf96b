#include "widgets/views/overlay/published_marks.h"

#include <QPainterPath>
#include <algorithm>

#include "widgets/plot/text_room.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr double kMark = 9;  // px: larger than the marks on the curves, as it lies over them

/// Places for a number: beside the mark, then above and below it, then farther away.
std::vector<QRectF> placesAround(const QPointF& at, const QSizeF& size, double gap) {
  std::vector<QRectF> places;
  for (const double far : {1.0, 1.7, 2.6}) {
    const double x = far * gap, y = far * gap;
    for (const QPointF& middle :
         {at + QPointF(x + size.width() / 2, 0), at - QPointF(x + size.width() / 2, 0), at - QPointF(0, y + size.height() / 2),
          at + QPointF(0, y + size.height() / 2), at + QPointF(x + size.width() / 2, -y), at + QPointF(x + size.width() / 2, y),
          at + QPointF(-x - size.width() / 2, -y), at + QPointF(-x - size.width() / 2, y)})
      places.emplace_back(middle - QPointF(size.width() / 2, size.height() / 2), size);
  }
  return places;
}

void paintHollow(QPainter& painter, Marker marker, const QPointF& at, double size, const QColor& colour, const PlotStyle& style) {
  QPainterPath sign;
  addMarker(sign, marker, at, size);
  painter.setBrush(style.palette.card);
  painter.setPen(QPen(colour, style.line(1.4)));
  painter.drawPath(sign);
}

}  // namespace

TakenRoom takenByCurves(const OverlayAxes& axes, const CurveOverlay& overlay, const PlotStyle& style) {
  TakenRoom taken;
  const double mark = style.px(kMark) * 1.3;
  const auto takeMark = [&](const QPointF& at) { taken.take(QRectF(at.x() - mark / 2, at.y() - mark / 2, mark, mark)); };
  for (std::size_t card = 0; card < overlay.curves.size(); ++card) {
    const NamedCurve& curve = overlay.curves[card];
    const QPointF aside(overlay.shift(card, style), 0);
    QPainterPath line;
    for (const QPointF& point : curve.points) {
      const QPointF at = axes.at(*overlay.kind, point) + aside;
      line.elementCount() == 0 ? line.moveTo(at) : line.lineTo(at);
      takeMark(at);
    }
    if (!overlay.kind->apart) taken.take(line);
    for (std::size_t i = 0; i < curve.ranges.size(); ++i)
      taken.take(QRectF(axes.at(*overlay.kind, {curve.points[i].x(), curve.ranges[i].high}) + aside - QPointF(style.em(3), 0),
                        axes.at(*overlay.kind, {curve.points[i].x(), curve.ranges[i].low}) + aside + QPointF(style.em(3), 0)));
    for (const PublishedPoint& point : curve.published) takeMark(axes.at(*overlay.kind, point.at) + aside);
  }
  return taken;
}

void paintPublishedMarks(QPainter& painter, const OverlayAxes& axes, const CurveOverlay& overlay, const PlotStyle& style) {
  const std::vector<PublishedPoint> sources = overlay.sources();
  if (sources.empty()) return;
  const QFontMetricsF metrics(style.small(Weight::medium));
  TakenRoom taken = takenByCurves(axes, overlay, style);
  const PlainAxes& plain = axes.plain(*overlay.kind);
  for (std::size_t card = 0; card < overlay.curves.size(); ++card)
    for (const PublishedPoint& point : overlay.curves[card].published) {
      const QPointF at = axes.at(*overlay.kind, point.at) + QPointF(overlay.shift(card, style), 0);
      if (!plain.plot.contains(at)) continue;  // only a part of the axis is in sight
      const auto source =
          std::find_if(sources.begin(), sources.end(), [&](const PublishedPoint& one) { return one.key == point.key; });
      const QString number = QString::number(source - sources.begin() + 1);
      const QSizeF size(metrics.horizontalAdvance(number) + style.px(2), metrics.height());
      const QRectF room = taken.takeFirst(placesAround(at, size, style.px(kMark)), plain.plot);
      if (room.isNull() && sources.size() > 1) continue;
      paintHollow(painter, levelMarker(card), at, style.px(kMark), levelColour(card, style.palette), style);
      if (room.isNull()) continue;
      painter.setFont(style.small(Weight::medium));
      painter.setPen(style.palette.ink);
      painter.drawText(room, Qt::AlignCenter, number);
    }
}

std::vector<LegendEntry> publishedEntries(const CurveOverlay& overlay, const PlotStyle& style) {
  // A legend in the plot or beside it takes its width from the plot.
  const bool brief = style.legend != LegendPlace::own && style.legend != LegendPlace::above && style.legend != LegendPlace::below;
  std::vector<LegendEntry> entries;
  for (const PublishedPoint& source : overlay.sources()) {
    const QString number = QString::number(entries.size() + 1), name = source.name.isEmpty() ? source.source : source.name;
    entries.push_back(
        {[style](QPainter& painter, const QRectF& box) {
           paintHollow(painter, levelMarker(0), box.center(), style.px(kMark), style.palette.ink, style);
         },
         brief ? tr("%1: %2").arg(number, name) : tr("%1: %2, %3").arg(number, kindText(overlay.kind->published), name),
         style.palette.ink});
  }
  return entries;
}

}  // namespace chasescope
