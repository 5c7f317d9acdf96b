#include "widgets/style/status_dot.h"

#include <QPainterPath>

namespace chasescope {

QColor statusColour(FindingStatus status, const Palette& palette) {
  switch (status) {
    case FindingStatus::measured: return palette.measured;
    case FindingStatus::reported: return palette.reported;
    case FindingStatus::not_measurable: return palette.cantTell;
    case FindingStatus::absent: return palette.quietInk;
  }
  return palette.quietInk;
}

void paintStatusDot(QPainter& painter, const QPointF& centre, double size, FindingStatus status, const QColor& colour) {
  const double r = size / 2;
  painter.setPen(QPen(colour, size * 0.2));
  painter.setBrush(Qt::NoBrush);
  switch (status) {
    case FindingStatus::measured:
      painter.setBrush(colour);
      painter.drawEllipse(centre, r * 0.9, r * 0.9);
      break;
    case FindingStatus::reported: painter.drawEllipse(centre, r * 0.9, r * 0.9); break;
    case FindingStatus::not_measurable: {
      painter.drawEllipse(centre, r * 0.9, r * 0.9);
      QPainterPath half;
      half.moveTo(centre);
      half.arcTo(QRectF(centre.x() - r, centre.y() - r, size, size), 90, 180);
      painter.fillPath(half, colour);
      break;
    }
    case FindingStatus::absent: painter.drawLine(centre - QPointF(r, 0), centre + QPointF(r, 0)); break;
  }
}

}  // namespace chasescope
