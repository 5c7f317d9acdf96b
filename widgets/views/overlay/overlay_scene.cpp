#include "widgets/views/overlay/overlay_scene.h"

#include <QPainterPath>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "widgets/plot/text_room.h"
#include "widgets/style/markers.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr double kMarksApart = 18;  // px along a curve: closer ones would hide which line they belong to

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

/// A piece of the line with the marker on it, as the curve has them.
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
          none ? tr("%1: not measured").arg(curve.card) : curve.card, none ? style.palette.quietInk : style.palette.ink};
}

struct Extent {
  double from = 0, to = 1, high = 10;
};
Extent extentOf(const CurveOverlay& overlay) {
  Extent extent;
  bool first = true;
  for (const NamedCurve& curve : overlay.curves)
    for (const QPointF& point : curve.points) {
      extent.from = first ? point.x() : std::min(extent.from, point.x());
      extent.to = first ? point.x() : std::max(extent.to, point.x());
      extent.high = first ? point.y() : std::max(extent.high, point.y());
      first = false;
    }
  return extent;
}

}  // namespace

Qt::PenStyle cardLine(std::size_t card) {
  constexpr std::array kLines{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
  return kLines[card % kLines.size()];
}

bool CurveOverlay::empty() const {
  return std::all_of(curves.begin(), curves.end(), [](const NamedCurve& curve) { return curve.points.empty(); });
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
    NamedCurve next{card.name, {}};
    const auto alike = std::count_if(overlay.curves.begin(), overlay.curves.end(), [&](const NamedCurve& other) {
      return other.card == card.name || other.card.startsWith(card.name + QStringLiteral(" ("));
    });
    if (alike > 0) next.card = tr("%1 (%2)").arg(card.name).arg(alike + 1);
    for (CardCurve& curve : kind.read(card))
      if (curve.variant == overlay.variant && next.points.empty()) next.points = std::move(curve.points);
    overlay.curves.push_back(std::move(next));
  }
  return overlay;
}

double paintCardNames(QPainter* painter, const QRectF& area, const CurveOverlay& overlay, const PlotStyle& style) {
  std::vector<LegendEntry> entries;
  for (std::size_t card = 0; card < overlay.curves.size(); ++card) entries.push_back(cardEntry(overlay, card, style));
  PlotStyle larger = style;
  if (!style.print) larger.textPixels = style.textPixels * 14 / 12;  // who is who is read from the last row
  return paintLegend(painter, entries, area.topLeft() + QPointF(larger.em(8), 0), area.width() - larger.em(8), larger);
}

OverlayAxes overlayAxes(const QRectF& area, const CurveOverlay& overlay, const PlotStyle& style) {
  const Extent extent = extentOf(overlay);
  PlainAxes y;
  y.y1 = overlay.kind->share ? std::max(extent.high, 1.0) * 1.05 : std::max(extent.high, 1.0) * 1.1;
  y.left = leftOfAxes(style, y.y1);
  OverlayAxes axes;
  axes.legend = QRectF(area.left() + y.left, area.top(), area.width() - y.left, 0);
  axes.legend.setHeight(paintCardNames(nullptr, axes.legend, overlay, style));
  y.plot = area.adjusted(y.left, axes.legend.height() + style.em(8), -style.px(10),
                         -(overlay.kind->sizes ? belowByteAxis(style) : belowAxes(style)));
  if (overlay.kind->sizes) {
    axes.sizes = {byteAxis(y.plot.left(), y.plot.right(), extent.from, extent.to), y};
  } else {
    const double air = std::max(1.0, extent.to - extent.from) * 0.02;
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
  paintCardNames(&painter, axes.legend, overlay, style);
  paintAxes(painter, plain, {kind.sizes ? QString() : kindText(kind.x), kindText(kind.y), 0}, style);
  if (kind.sizes) paintByteAxis(painter, axes.sizes.x, plain.plot.bottom(), kindText(kind.x), style);
  painter.setRenderHint(QPainter::Antialiasing, true);
  clipToPart(painter, plain, style);
  for (std::size_t card = 0; card < overlay.curves.size(); ++card) {
    const NamedCurve& curve = overlay.curves[card];
    if (curve.points.empty()) continue;
    QPainterPath path;
    for (const QPointF& point : curve.points)
      path.elementCount() == 0 ? path.moveTo(axes.at(kind, point)) : path.lineTo(axes.at(kind, point));
    painter.setPen(penOf(card, style));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    // The marks of each card begin a little further on, so that those of curves that agree lie beside each other.
    const double apart = style.em(kMarksApart);
    double next = axes.at(kind, curve.points.front()).x() + static_cast<double>(card) * apart / 3;
    for (const QPointF& point : curve.points) {
      const QPointF at = axes.at(kind, point);
      if (at.x() < next) continue;
      paintMark(painter, card, at, style.px(7), style);
      next = at.x() + apart;
    }
  }
  painter.restore();
}

}  // namespace chasescope
