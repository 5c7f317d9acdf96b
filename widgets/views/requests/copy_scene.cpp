#include "widgets/views/requests/copy_scene.h"

#include <algorithm>

#include "engine/trace/number_text.h"
#include "widgets/plot/text_room.h"
#include "widgets/style/markers.h"
#include "widgets/style/words.h"

namespace chasescope {

QString saturationText(const CopyCurve& copies) {
  return QString::fromStdString(short_size_text(copies.saturation.bytes).joined());
}

CopyAxes copyAxes(const QRectF& area, const CopyCurve& copies, const PlotStyle& style) {
  CopyAxes at;
  // Sizes in KiB or MiB, whichever reads better.
  at.last = copies.points.empty() ? 1 : copies.points.back().bytes;
  if (copies.saturation.verdict == inference::CopySaturation::Verdict::found)
    at.last = std::min(at.last, 3 * copies.saturation.bytes);
  // The axis ends at the last copy that is shown.
  const auto beyond =
      std::find_if(copies.points.rbegin(), copies.points.rend(), [&](const auto& point) { return point.bytes <= at.last; });
  if (beyond != copies.points.rend()) at.last = beyond->bytes;
  at.unit = at.last >= 8.0 * 1048576 ? 1048576 : 1024;
  at.scale = copies.seconds ? 1e6 : 1;
  for (const auto& point : copies.points)
    if (point.bytes <= at.last) at.axes.y1 = std::max({at.axes.y1, point.flushed * at.scale, point.not_flushed * at.scale});
  // Ticks stand at powers of two.
  while (at.last / at.unit / at.step > 8) at.step *= 2;
  while (at.last / at.unit / at.step < 3) at.step /= 2;
  at.axes.y1 *= 1.08;
  at.axes.x1 = at.last / at.unit * 1.01;
  at.axes.plot = area.adjusted(leftOfAxes(style, at.axes.y1), style.em(22), -style.em(16), -belowAxes(style));
  return at;
}

void paintCopies(QPainter& painter, const CopyAxes& at, const CopyCurve& copies, const PlotStyle& style) {
  const PlainAxes& axes = at.axes;
  const double unit = at.unit, scale = at.scale, last = at.last;
  painter.save();
  paintAxes(
      painter, axes,
      {unit > 1024 ? tr("Copied (MiB)") : tr("Copied (KiB)"), copies.seconds ? tr("Time (µs)") : tr("Time (cycles)"), at.step},
      style);
  painter.setRenderHint(QPainter::Antialiasing, true);
  std::vector<LegendEntry> legend;
  TakenRoom taken;
  for (const bool flushed : {true, false}) {
    const QColor colour = levelColour(flushed ? 2 : 0, style.palette);
    const Marker marker = levelMarker(flushed ? 2 : 0);
    std::vector<QPointF> points;
    QPainterPath marks;
    marks.setFillRule(Qt::WindingFill);
    for (const auto& point : copies.points) {
      if (point.bytes > last) continue;
      points.push_back({point.bytes / unit, (flushed ? point.flushed : point.not_flushed) * scale});
      addMarker(marks, marker, axes.at(points.back().x(), points.back().y()), style.px(5));
    }
    const QPainterPath line = lineThrough(axes, points);
    taken.take(line);
    taken.take(marks);
    painter.save();
    clipToPart(painter, axes, style);
    painter.strokePath(line, curvePen(flushed ? 1 : 0, mixed(colour, style.palette.card, 0.6), style.line(1.2), style.palette));
    painter.fillPath(marks, colour);
    painter.restore();
    legend.push_back(markerEntry(marker, colour, flushed ? tr("L2 flushed before") : tr("L2 not flushed"),
                                 levelTextColour(flushed ? 2 : 0, style.palette)));
  }
  paintLegend(&painter, legend, {axes.plot.left(), axes.plot.top() - style.em(20)}, axes.plot.width(), style);
  if (copies.saturation.verdict == inference::CopySaturation::Verdict::found) {
    const double x = axes.toX(copies.saturation.bytes / unit);
    if (axes.part && (x < axes.plot.left() || x > axes.plot.right())) return painter.restore();
    painter.setPen(QPen(style.palette.danger, style.line(1), Qt::DashLine));
    painter.drawLine(QPointF(x, axes.plot.top()), QPointF(x, axes.plot.bottom()));
    const QString text = tr("saturates at %1").arg(saturationText(copies));
    painter.setFont(style.small(Weight::semiBold));
    painter.setPen(style.palette.danger);
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(text) + style.px(1), apart = style.px(8);
    // The words stand right of the line near the lower edge if that place is free; else left of the line, or higher up.
    std::vector<QRectF> places;
    for (const double top : {axes.plot.bottom() - style.em(24), axes.plot.top() + style.em(4), axes.plot.center().y() - style.em(10)})
      for (const double left : {x + apart, x - apart - width}) places.emplace_back(left, top, width, style.em(20));
    QRectF place = taken.takeFirst(places, axes.plot);
    if (place.isNull()) place = places[x + apart + width < axes.plot.right() ? 0 : 1];
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, text);
  }
  painter.restore();
}

}  // namespace chasescope
