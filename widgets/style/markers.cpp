#include "widgets/style/markers.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPolygonF>
#include <algorithm>

namespace chasescope {

void addMarker(QPainterPath& path, Marker marker, const QPointF& centre, double size) {
  const double r = size / 2;
  const auto at = [&](double x, double y) { return centre + QPointF(x, y); };
  switch (marker) {
    case Marker::circle: path.addEllipse(centre, r, r); break;
    case Marker::square: path.addRect(QRectF(centre.x() - 0.88 * r, centre.y() - 0.88 * r, 1.76 * r, 1.76 * r)); break;
    case Marker::triangle:
      path.addPolygon(QPolygonF({at(0, -1.15 * r), at(1.1 * r, 0.85 * r), at(-1.1 * r, 0.85 * r), at(0, -1.15 * r)}));
      break;
    case Marker::diamond:
      path.addPolygon(QPolygonF({at(0, -1.25 * r), at(1.25 * r, 0), at(0, 1.25 * r), at(-1.25 * r, 0), at(0, -1.25 * r)}));
      break;
    case Marker::plus:
    case Marker::cross: {
      // A cross of two bars as one outline, so that it is filled evenly where the bars cross.
      const double a = 1.2 * r, b = 0.36 * r;
      QPolygonF bars(
          {{-b, -a}, {b, -a}, {b, -b}, {a, -b}, {a, b}, {b, b}, {b, a}, {-b, a}, {-b, b}, {-a, b}, {-a, -b}, {-b, -b}, {-b, -a}});
      if (marker == Marker::cross) {
        constexpr double kHalf = 0.70710678118654752;
        for (QPointF& p : bars) p = QPointF((p.x() - p.y()) * kHalf, (p.x() + p.y()) * kHalf);
      }
      path.addPolygon(bars.translated(centre));
      break;
    }
  }
}

void paintPublished(QPainter& painter, const QPointF& centre, const PlotStyle& style) {
  QPainterPath sign;
  addMarker(sign, Marker::diamond, centre, style.px(8));
  painter.setBrush(style.palette.card);
  painter.setPen(QPen(style.palette.ink, style.line(1.4)));
  painter.drawPath(sign);
}

double paintPublishedKey(QPainter& painter, const QPointF& left, const PlotStyle& style) {
  paintPublished(painter, left + QPointF(style.px(6), 0), style);
  const QString words = QCoreApplication::translate("Published", "published");
  const QFontMetricsF metrics(style.small());
  const QRectF room(left.x() + style.px(14), left.y() - metrics.height() / 2, metrics.horizontalAdvance(words) + style.px(2),
                    metrics.height());
  painter.setFont(style.small());
  painter.setPen(style.palette.ink);
  painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, words);
  return room.right();
}

LegendEntry markerEntry(Marker marker, const QColor& colour, const QString& words, const QColor& ink) {
  return {[=](QPainter& painter, const QRectF& box) {
            QPainterPath sign;
            sign.setFillRule(Qt::WindingFill);
            addMarker(sign, marker, box.center(), box.height() * 0.8);
            painter.fillPath(sign, colour);
          },
          words, ink};
}

LegendEntry cellEntry(const QBrush& fill, const QPen& edge, const QString& words, const QColor& ink) {
  return {[=](QPainter& painter, const QRectF& box) {
            painter.setPen(edge);
            painter.setBrush(fill);
            painter.drawRect(box);
          },
          words, ink};
}

double paintLegend(QPainter* painter, const std::vector<LegendEntry>& entries, const QPointF& corner, double width, const PlotStyle& style) {
  if (entries.empty() || style.legend == LegendPlace::none) return 0;
  const QFontMetricsF metrics(style.small());
  const double box = style.em(9), gap = style.em(5), height = metrics.height() * 1.25;
  double x = corner.x(), y = corner.y();
  if (painter != nullptr) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, true);
  }
  for (const LegendEntry& entry : entries) {
    const double words = metrics.horizontalAdvance(entry.words) + style.px(1);
    if (x > corner.x() && x + box + gap + words > corner.x() + width) {
      x = corner.x();
      y += height;
    }
    if (painter != nullptr) {
      entry.sign(*painter, QRectF(x, y + (height - box) / 2, box, box));
      painter->setFont(style.small());
      painter->setPen(entry.ink);
      painter->drawText(QRectF(x + box + gap, y, words, height), Qt::AlignLeft | Qt::AlignVCenter, entry.words);
    }
    x += box + gap + words + style.em(12);
  }
  if (painter != nullptr) painter->restore();
  return y + height - corner.y();
}

void addHatching(QPainterPath& path, const QRectF& box, double apart) {
  for (double foot = box.left() - box.height() + apart / 2; foot < box.right(); foot += apart) {
    const double from = std::max(foot, box.left()), to = std::min(foot + box.height(), box.right());
    path.moveTo(from, box.bottom() - (from - foot));
    path.lineTo(to, box.bottom() - (to - foot));
  }
}

}  // namespace chasescope
