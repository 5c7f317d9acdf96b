#include "widgets/views/overlay/overlay_scene.h"

#include <QPainterPath>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "widgets/plot/text_room.h"
#include "widgets/style/markers.h"
#include "widgets/style/words.h"
#include "widgets/views/overlay/published_marks.h"

namespace chasescope {
namespace {

constexpr double kMarksApart = 18;  // px along a curve: with marks closer together one could not see to which line they belong

QPen penOf(std::size_t card, const PlotStyle& style) {
  QPen pen(levelColour(card, style.palette), style.line(2), cardLine(card));
  pen.setJoinStyle(Qt::RoundJoin);
  return pen;
}

void paintMark(QPainter& painter, std::size_t card, const QPointF& centre, double size, const PlotStyle& style) {
  QPainterPath sign;
  sign.setFillRule(Qt::WindingFill);
  addMarker(sign, levelMarker(card), centre, size);
  painter.fillPath(sign, levelColour(card, style.palette));
}

/// A legend entry: a piece of the curve's line with its marker.
LegendEntry cardEntry(const CurveOverlay& overlay, std::size_t card, const PlotStyle& style) {
  const NamedCurve& curve = overlay.curves[card];
  const bool none = curve.points.empty();
  return {[card, none, style](QPainter& painter, const QRectF& box) {
            if (!none) {
              painter.setPen(penOf(card, style));
              painter.drawLine(QPointF(box.left() - style.em(7), box.center().y()),
                               QPointF(box.right() + style.em(2), box.center().y()));
            }
            paintMark(painter, card, box.center(), box.height(), style);
          },
          none ? tr("%1: %2").arg(curve.card, whyNoPoints(curve)) : curve.card, none ? style.palette.quietInk : style.palette.ink};
}

struct Extent {
  double from = 0, to = 1, low = 0, high = 10;
  void take(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};
Extent extentOf(const CurveOverlay& overlay) {
  Extent extent;
  bool first = true;
  for (const NamedCurve& curve : overlay.curves)
    for (const QPointF& point : curve.points) {
      extent.from = first ? point.x() : std::min(extent.from, point.x());
      extent.to = first ? point.x() : std::max(extent.to, point.x());
      if (first) extent.high = point.y();
      extent.take(point.y());
      first = false;
    }
  for (const NamedCurve& curve : overlay.curves) {
    for (const ValueRange& range : curve.ranges) extent.take(range.high);
    for (const PublishedPoint& mark : curve.published) extent.take(mark.at.y());
  }
  return extent;
}

/// A vertical bar from low to high, with a short line across both ends.
void paintRange(QPainter& painter, const QPointF& low, const QPointF& high, const QColor& ink, const PlotStyle& style) {
  const QPointF half(style.em(3), 0);
  painter.setPen(QPen(ink, style.line(1.2), Qt::SolidLine, Qt::FlatCap));
  painter.drawLine(low, high);
  painter.drawLine(low - half, low + half);
  painter.drawLine(high - half, high + half);
}

void paintCurve(QPainter& painter, const OverlayAxes& axes, const CurveOverlay& overlay, std::size_t card, const PlotStyle& style) {
  const NamedCurve& curve = overlay.curves[card];
  const CurveKind& kind = *overlay.kind;
  const QPointF aside(overlay.shift(card, style), 0);
  for (std::size_t i = 0; i < curve.ranges.size(); ++i) {
    const double x = curve.points[i].x();
    paintRange(painter, axes.at(kind, {x, curve.ranges[i].low}) + aside, axes.at(kind, {x, curve.ranges[i].high}) + aside,
               levelColour(card, style.palette), style);
  }
  if (kind.apart) {
    for (const QPointF& point : curve.points) paintMark(painter, card, axes.at(kind, point) + aside, style.px(8), style);
    return;
  }
  QPainterPath path;
  for (const QPointF& point : curve.points)
    path.elementCount() == 0 ? path.moveTo(axes.at(kind, point)) : path.lineTo(axes.at(kind, point));
  painter.setPen(penOf(card, style));
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(path);
  // The first mark of each card is shifted a little, so that the marks of equal curves lie beside each other.
  const double apart = style.em(kMarksApart);
  double next = axes.at(kind, curve.points.front()).x() + static_cast<double>(card) * apart / 3;
  for (const QPointF& point : curve.points) {
    const QPointF at = axes.at(kind, point);
    if (at.x() < next) continue;
    paintMark(painter, card, at, style.px(7), style);
    next = at.x() + apart;
  }
}

}  // namespace

Qt::PenStyle cardLine(std::size_t card) {
  constexpr std::array kLines{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
  return kLines[card % kLines.size()];
}

QString whyNoPoints(const NamedCurve& curve) {
  if (!curve.coming) return tr("not measured");
  return curve.progress ? tr("being measured, %1 %").arg(static_cast<int>(*curve.progress * 100)) : tr("being measured");
}

void tellDoing(NamedCurve& curve, const CurveKind& kind, const CardDoing& doing) {
  curve.coming = isMeasuredBy(kind, doing.probe);
  curve.progress = curve.coming ? doing.progress : std::nullopt;
}

bool CurveOverlay::empty() const {
  return std::all_of(curves.begin(), curves.end(), [](const NamedCurve& curve) { return curve.points.empty(); });
}

double CurveOverlay::least() const {
  double least = INFINITY;
  for (const NamedCurve& curve : curves)
    for (const QPointF& point : curve.points) least = std::min(least, point.y());
  return std::isfinite(least) ? least : 0;
}

QString CurveOverlay::unit() const {
  for (const NamedCurve& curve : curves)
    if (!curve.points.empty() && !curve.unit.isEmpty()) return curve.unit;
  return kindText(kind->unit);
}

std::vector<PublishedPoint> CurveOverlay::sources() const {
  std::vector<PublishedPoint> all;
  for (const NamedCurve& curve : curves)
    for (const PublishedPoint& mark : curve.published)
      if (std::none_of(all.begin(), all.end(), [&](const PublishedPoint& other) { return other.key == mark.key; }))
        all.push_back(mark);
  return all;
}

double CurveOverlay::shift(std::size_t card, const PlotStyle& style) const {
  if (!kind->apart) return 0;
  return (static_cast<double>(card) - static_cast<double>(curves.size() - 1) / 2) * style.em(16);
}

QStringList overlayVariants(std::span<const CardData> cards, const CurveKind& kind) {
  QStringList variants;
  std::map<QString, int> held;
  for (const CardData& card : cards)
    for (const CardCurve& curve : kind.read(card)) {
      if (curve.points.empty()) continue;
      if (!variants.contains(curve.variant)) variants << curve.variant;
      ++held[curve.variant];
    }
  std::stable_sort(variants.begin(), variants.end(), [&](const QString& a, const QString& b) { return held[a] > held[b]; });
  return variants;
}

CurveOverlay overlayOf(std::span<const CardData> cards, const CurveKind& kind, const QString& variant) {
  const QStringList variants = overlayVariants(cards, kind);
  CurveOverlay overlay{&kind, variants.contains(variant) || variants.isEmpty() ? variant : variants.front(), {}};
  for (const CardData& card : cards) {
    NamedCurve next{.card = card.name, .points = {}};
    const auto alike = std::count_if(overlay.curves.begin(), overlay.curves.end(), [&](const NamedCurve& other) {
      return other.card == card.name || other.card.startsWith(card.name + QStringLiteral(" ("));
    });
    if (alike > 0) next.card = tr("%1 (%2)").arg(card.name).arg(alike + 1);
    for (CardCurve& curve : kind.read(card))
      if (curve.variant == overlay.variant && next.points.empty())
        next = {next.card,
                std::move(curve.points),
                std::move(curve.ranges),
                std::move(curve.published),
                std::move(curve.unit),
                std::move(curve.runs)};
    tellDoing(next, kind, card.doing);
    overlay.curves.push_back(std::move(next));
  }
  return overlay;
}

namespace {

std::vector<LegendEntry> entriesOf(const CurveOverlay& overlay, const PlotStyle& style) {
  std::vector<LegendEntry> entries;
  for (std::size_t card = 0; card < overlay.curves.size(); ++card) entries.push_back(cardEntry(overlay, card, style));
  for (LegendEntry& published : publishedEntries(overlay, style)) entries.push_back(std::move(published));
  return entries;
}

/// The size of the legend with names below each other: a piece of line, the marker, the name.
QSizeF columnOf(const CurveOverlay& overlay, const PlotStyle& style) {
  const QFontMetricsF metrics(style.small());
  double widest = 0;
  for (const LegendEntry& entry : entriesOf(overlay, style)) widest = std::max(widest, metrics.horizontalAdvance(entry.words));
  const double width = widest + style.em(24);
  return {width, paintCardNames(nullptr, QRectF(0, 0, width, 0), overlay, style)};
}

/// The corner of the plot that was asked for; else a place where the legend covers nothing, corners first; else the upper left.
QRectF placeInside(const OverlayAxes& axes, const CurveOverlay& overlay, const PlotStyle& style) {
  const QRectF plot = axes.plain(*overlay.kind).plot;
  const QSizeF size = columnOf(overlay, style);
  const double gap = style.em(4);
  const auto at = [&](double across, double down) {
    return QRectF(QPointF(plot.left() + gap + across * (plot.width() - size.width() - 2 * gap),
                          plot.top() + gap + down * (plot.height() - size.height() - 2 * gap)),
                  size);
  };
  switch (style.legend) {
    case LegendPlace::top_left: return at(0, 0);
    case LegendPlace::top_right: return at(1, 0);
    case LegendPlace::bottom_left: return at(0, 1);
    case LegendPlace::bottom_right: return at(1, 1);
    default: break;
  }
  TakenRoom taken = takenByCurves(axes, overlay, style);
  std::vector<QRectF> places;
  constexpr std::array kAcross{0.0, 1.0, 0.5, 0.25, 0.75};
  for (const double down : kAcross)
    for (const double across : kAcross) places.push_back(at(across, down));
  const QRectF room = taken.takeFirst(places, plot);
  return room.isNull() ? places.front() : room;
}

}  // namespace

double paintCardNames(QPainter* painter, const QRectF& area, const CurveOverlay& overlay, const PlotStyle& style) {
  const std::vector<LegendEntry> entries = entriesOf(overlay, style);
  PlotStyle larger = style;
  if (!style.print) larger.textPixels = style.textPixels * 14 / 12;  // larger type, so that the names can be read from the last row
  return paintLegend(painter, entries, area.topLeft() + QPointF(larger.em(8), 0), area.width() - larger.em(8), larger);
}

OverlayAxes overlayAxes(const QRectF& area, const CurveOverlay& overlay, const PlotStyle& style) {
  const Extent extent = extentOf(overlay);
  PlainAxes y;
  y.y0 = extent.low * 1.1;
  y.y1 = overlay.kind->share ? std::max(extent.high, 1.0) * 1.05 : std::max(extent.high, 1.0) * 1.1;
  y.left = leftOfAxes(style, std::max(y.y1, -10 * y.y0));  // a minus sign is as wide as a digit
  OverlayAxes axes;
  const bool above = style.legend == LegendPlace::own || style.legend == LegendPlace::above,
             below = style.legend == LegendPlace::below;
  const QSizeF column = style.legend == LegendPlace::right ? columnOf(overlay, style) : QSizeF();
  axes.legend = QRectF(area.left() + y.left, area.top(), area.width() - y.left, 0);
  if (above || below) axes.legend.setHeight(paintCardNames(nullptr, axes.legend, overlay, style));
  const double names = axes.legend.height();
  y.plot = area.adjusted(y.left, (above ? names : 0) + style.em(8), -style.px(10) - std::max(0.0, column.width()),
                         -(overlay.kind->sizes ? belowByteAxis(style) : belowAxes(style)) - (below ? names : 0));
  if (below) axes.legend.moveBottom(area.bottom());
  if (style.legend == LegendPlace::right) axes.legend = QRectF(QPointF(y.plot.right() + style.px(6), y.plot.top()), column);
  if (overlay.kind->sizes) {
    axes.sizes = {byteAxis(y.plot.left(), y.plot.right(), extent.from, extent.to), y};
  } else {
    const double air = overlay.kind->apart ? 0.6 : std::max(1.0, extent.to - extent.from) * 0.02;
    y.x0 = std::max(0.0, extent.from - air);
    y.x1 = extent.to + air;
    axes.counts = y;
  }
  return axes;
}

void paintOverlay(QPainter& painter, const OverlayAxes& axes, const CurveOverlay& overlay, const PlotStyle& style) {
  const CurveKind& kind = *overlay.kind;
  const PlainAxes& plain = axes.plain(kind);
  painter.save();
  if (!isInside(style.legend)) paintCardNames(&painter, axes.legend, overlay, style);
  // x is a whole number: a stride, a number of threads or a number of ways.
  const double step = tickStep(plain.x1 - plain.x0, std::max(2, static_cast<int>(plain.plot.width() / style.em(60))), 1);
  paintAxes(painter, plain,
            {kind.sizes ? QString() : kindText(kind.x), QStringLiteral("%1 (%2)").arg(kindText(kind.y), overlay.unit()),
             kind.sizes ? 0 : step},
            style);
  if (kind.sizes) paintByteAxis(painter, axes.sizes.x, plain.plot.bottom(), kindText(kind.x), style);
  painter.setRenderHint(QPainter::Antialiasing, true);
  clipToPart(painter, plain, style);
  for (std::size_t card = 0; card < overlay.curves.size(); ++card)
    if (!overlay.curves[card].points.empty()) paintCurve(painter, axes, overlay, card, style);
  paintPublishedMarks(painter, axes, overlay, style);
  if (isInside(style.legend)) {
    const QRectF names = placeInside(axes, overlay, style);
    // The legend hides the grid lines behind it. A curve behind it stays visible where the person chose that place.
    if (style.legend == LegendPlace::inside) painter.fillRect(names, style.palette.card);
    paintCardNames(&painter, names, overlay, style);
  }
  painter.restore();
}

}  // namespace chasescope
