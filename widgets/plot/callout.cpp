#include "widgets/plot/callout.h"

#include <algorithm>

namespace chasescope {

namespace {

struct CalloutType {
  explicit CalloutType(const PlotStyle& style)
      : bold(style.number(Weight::bold)), plain(style.number()), pad(style.em(8)), line(QFontMetricsF(bold).height() * 1.08) {}
  QFont bold, plain;
  double pad, line;
};

}  // namespace

QRectF calloutRect(const QPointF& anchor, const QStringList& lines, const QRectF& area, const PlotStyle& style) {
  const CalloutType type(style);
  const QFontMetricsF boldMetrics(type.bold), plainMetrics(type.plain);
  double width = 0;
  for (int i = 0; i < lines.size(); ++i) width = std::max(width, (i == 0 ? boldMetrics : plainMetrics).horizontalAdvance(lines[i]));
  const QSizeF size(width + 2 * type.pad, type.line * static_cast<double>(lines.size()) + 1.6 * type.pad);
  QPointF corner(anchor.x() + style.px(12), anchor.y() - size.height() / 2);
  if (corner.x() + size.width() > area.right()) corner.setX(anchor.x() - style.px(12) - size.width());
  corner.setX(std::max(corner.x(), area.left()));
  corner.setY(std::clamp(corner.y(), area.top(), std::max(area.top(), area.bottom() - size.height())));
  return {corner, size};
}

QRectF paintCallout(QPainter& painter, const QPointF& anchor, const QStringList& lines, const QRectF& area,
                    const PlotStyle& style) {
  const CalloutType type(style);
  const QRectF box = calloutRect(anchor, lines, area, style);
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setPen(QPen(style.palette.outline, style.line(1)));
  painter.setBrush(style.palette.card);
  painter.drawRoundedRect(box, style.px(6), style.px(6));
  double y = box.top() + 0.8 * type.pad;
  for (int i = 0; i < lines.size(); ++i) {
    painter.setFont(i == 0 ? type.bold : type.plain);
    painter.setPen(i == 0 ? style.palette.ink : style.palette.quietInk);
    painter.drawText(QRectF(box.left() + type.pad, y, box.width() - type.pad, type.line), Qt::AlignLeft | Qt::AlignVCenter,
                     lines[i]);
    y += type.line;
  }
  return box;
}

QRectF flagRect(const QPointF& foot, const PlotStyle& style) {
  const double size = style.em(18);
  return {foot.x() - size / 2, foot.y() - size, size, size};
}

void paintFlag(QPainter& painter, const QPointF& foot, const QString& letter, bool active, const PlotStyle& style) {
  const QRectF box = flagRect(foot, style);
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setPen(Qt::NoPen);
  painter.setBrush(active ? style.palette.accent : style.palette.ink);
  painter.drawRoundedRect(box, style.px(4), style.px(4));
  painter.setFont(style.text(Weight::bold));
  painter.setPen(active ? style.palette.accentInk : style.palette.card);
  painter.drawText(box, Qt::AlignCenter, letter);
}

void paintRubberBand(QPainter& painter, const QRectF& box, bool brush, const PlotStyle& style) {
  QColor fill = brush ? style.palette.assumed : style.palette.accent;
  fill.setAlphaF(0.14F);
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(QPen(brush ? style.palette.assumed : style.palette.accent, style.line(1), Qt::DashLine));
  painter.setBrush(fill);
  painter.drawRect(box);
}

void paintFocus(QPainter& painter, const QRectF& plot, const PlotStyle& style) {
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setPen(QPen(style.palette.focus, style.line(1.5)));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(plot.adjusted(-3, -3, 3, 3), 4, 4);
}

}  // namespace chasescope
