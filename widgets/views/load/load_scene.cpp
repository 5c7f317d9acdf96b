#include "widgets/views/load/load_scene.h"

#include <QPainterPath>
#include <algorithm>

#include "engine/trace/number_text.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/plot/text_room.h"
#include "widgets/style/markers.h"
#include "widgets/style/part_look.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr double kRateShare = 0.56;  // of the height: the plot of the bandwidth also holds the text

std::vector<LegendEntry> widthLegend(const LoadedLevel& level, const PlotStyle& style) {
  std::vector<LegendEntry> entries;
  for (std::size_t i = 0; i < level.widths.size(); ++i)
    entries.push_back(markerEntry(levelMarker(i), widthColour(level, i, style.palette),
                                  tr("%1 B a load").arg(level.widths[i].access_bytes), style.palette.quietInk));
  return entries;
}

double legendHeight(const LoadedLevel& level, double width, const PlotStyle& style) {
  return paintLegend(nullptr, widthLegend(level, style), {}, width, style) + style.px(6);
}

/// Draws the curves of one plot; returns the room that text may not cover.
TakenRoom paintCurves(QPainter& painter, const CurveAxes& axes, const LoadedLevel& level, bool rates, double unit,
                      const std::optional<LoadMark>& chosen, const PlotStyle& style) {
  TakenRoom taken;
  for (std::size_t w = level.widths.size(); w-- > 0;) {
    QPainterPath line, marks;
    marks.setFillRule(Qt::WindingFill);
    for (std::size_t p = 0; p < level.widths[w].points.size(); ++p) {
      const LoadedPoint& point = level.widths[w].points[p];
      const QPointF at = axes.at(point.bytes, rates ? point.rate / unit : point.cycles);
      p == 0 ? line.moveTo(at) : line.lineTo(at);
      addMarker(marks, levelMarker(w), at, style.px(6));
    }
    const QColor colour = widthColour(level, w, style.palette);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(curvePen(w, mixed(colour, style.palette.card, 0.7), style.line(1.5), style.palette));
    painter.drawPath(line);
    painter.fillPath(marks, colour);
    taken.take(line);
    taken.take(marks);
  }
  if (chosen) {
    const LoadedPoint& point = level.widths[chosen->width].points[chosen->point];
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(style.palette.accent, style.line(2)));
    painter.drawEllipse(axes.at(point.bytes, rates ? point.rate / unit : point.cycles), style.px(7), style.px(7));
  }
  return taken;
}

/// Writes text beside a place where nothing else is; returns whether there was room.
bool paintBeside(QPainter& painter, const QRectF& plot, const QPointF& at, const QString& text, TakenRoom& taken,
                 const PlotStyle& style) {
  const QSizeF size(QFontMetricsF(painter.font()).horizontalAdvance(text) + style.px(2), style.em(17));
  std::vector<QRectF> places;
  for (double away = 4; away < 200; away += 8)
    for (const double down : {style.em(away), -style.em(away) - size.height()})
      for (const double left : {at.x() - style.px(6) - size.width(), at.x() + style.px(6)})
        places.emplace_back(QPointF(left, at.y() + down), size);
  const QRectF place = taken.takeFirst(places, plot);
  if (place.isNull()) return false;
  painter.fillRect(place, style.palette.card);  // no grid line runs through words
  painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, text);
  return true;
}

}  // namespace

QColor widthColour(const LoadedLevel& level, std::size_t width, const Palette& palette) {
  constexpr double kPalest = 0.56;  // of the narrowest width; each wider one is less pale
  const double steps = static_cast<double>(std::max<std::size_t>(level.widths.size(), 3) - 1);
  // The greys of levels far away are pale by themselves; one level is shown at a time.
  const QColor full = palette.grey ? palette.quietInk : levelColour(partLevel(level.subject), palette);
  return mixed(full, palette.card, 1 - kPalest * static_cast<double>(width) / steps);
}

QString underWayTitle(const LoadedLevel& level) {
  if (level.at_least) return level.each_sm ? tr("Bytes under way in each SM, at least") : tr("Bytes under way, at least");
  return level.each_sm ? tr("Bytes under way in each SM") : tr("Bytes under way");
}

QString cyclesTitle(const LoadedLevel& level) {
  return level.at_least ? tr("Latency, at least (cycles)") : tr("Latency of a load (cycles)");
}

QString rateTitle(const LoadedLevel& level, bool in_seconds, double unit) {
  const QString part = partName(level.subject);
  if (!in_seconds) return tr("%1, read (B per cycle)").arg(part);
  return (unit > 1e11 ? tr("%1, read (TB/s)") : tr("%1, read (GB/s)")).arg(part);
}

LoadAxes loadAxes(const QRectF& area, const LoadedLevel& level, bool in_seconds, const PlotStyle& style) {
  double from = 1e300, to = 1, longest = level.lone;
  for (const LoadedWidth& width : level.widths)
    for (const LoadedPoint& point : width.points) {
      from = std::min(from, point.bytes);
      to = std::max(to, point.bytes);
      longest = std::max(longest, point.cycles);
    }
  LoadAxes axes;
  constexpr double kTera = 1e12, kGiga = 1e9;
  axes.unit = !in_seconds ? 1 : level.best >= kTera ? kTera : kGiga;
  constexpr double kAir = 1.1, kLogAir = 1.6;
  axes.rate.y.y1 = kAir * level.best / axes.unit;
  // Latencies reach from one load to hundreds of waiting loads: the axis is logarithmic.
  axes.cycles.y.log_y = true;
  double shortest = level.lone;
  for (const LoadedWidth& width : level.widths)
    for (const LoadedPoint& point : width.points) shortest = std::min(shortest, point.cycles);
  axes.cycles.y.y0 = std::max(shortest / kLogAir, 1.0);
  axes.cycles.y.y1 = kLogAir * longest;
  const double left = std::max(leftOfAxes(style, axes.rate.y.y1), leftOfAxes(style, axes.cycles.y.y1));
  const double legend = legendHeight(level, area.width(), style);
  const bool below = style.legend == LegendPlace::below;
  const QRectF plots = area.adjusted(left, below ? style.px(8) : legend + style.px(4), -style.em(18), below ? -legend : 0);
  const double bottom = belowByteAxis(style), between = belowByteAxis(style, false) + style.em(10);
  const double free = plots.height() - bottom - between;
  axes.rate.y.left = axes.cycles.y.left = left;
  axes.rate.y.plot = QRectF(plots.left(), plots.top(), plots.width(), kRateShare * free);
  axes.cycles.y.plot = QRectF(plots.left(), axes.rate.y.plot.bottom() + between, plots.width(), (1 - kRateShare) * free);
  axes.rate.x = axes.cycles.x = byteAxis(plots.left(), plots.right(), from, to);
  return axes;
}

void paintLoad(QPainter& painter, const QRectF& area, const LoadAxes& axes, const LoadedLevel& level, bool in_seconds,
               const std::optional<LoadMark>& chosen, const PlotStyle& style) {
  painter.save();
  const double legend =
      style.legend == LegendPlace::below ? area.bottom() - legendHeight(level, area.width(), style) + style.px(6) : area.top();
  paintLegend(&painter, widthLegend(level, style), {area.left(), legend}, area.width(), style);
  paintAxes(painter, axes.rate.y, {QString(), rateTitle(level, in_seconds, axes.unit), 0}, style);
  paintByteAxis(painter, axes.rate.x, axes.rate.y.plot.bottom(), QString(), style);
  paintAxes(painter, axes.cycles.y, {QString(), cyclesTitle(level), 0}, style);
  paintByteAxis(painter, axes.cycles.x, axes.cycles.y.plot.bottom(), underWayTitle(level), style);
  painter.setRenderHint(QPainter::Antialiasing, true);

  painter.save();
  clipToPart(painter, axes.rate.y, style);
  // While no load waits, the rate is the bytes under way divided by the latency of a lone load: a straight line, which the curve
  // leaves where the level is busy.
  const QRectF& plot = axes.rate.y.plot;
  const double best = level.best / axes.unit;
  const double slope = level.clock * (level.each_sm ? level.sms : 1) / level.lone / axes.unit, knee = best / slope;
  QPainterPath little;
  constexpr int kSteps = 200;
  for (int i = 0; i <= kSteps; ++i) {
    const double x = axes.rate.x.from * std::pow(std::max(knee / axes.rate.x.from, 1.0), static_cast<double>(i) / kSteps);
    const QPointF at = axes.rate.at(x, std::min(x * slope, best));
    i == 0 ? little.moveTo(at) : little.lineTo(at);
  }
  little.lineTo(axes.rate.at(std::max(axes.rate.x.to, knee), best));
  painter.setPen(QPen(style.palette.quietInk, style.line(1.1), Qt::DashLine));
  painter.drawPath(little);
  TakenRoom taken = paintCurves(painter, axes.rate, level, true, axes.unit, chosen, style);
  taken.take(little);
  painter.restore();

  painter.save();
  clipToPart(painter, axes.cycles.y, style);
  painter.setPen(QPen(style.palette.quietInk, style.line(1.1), Qt::DashLine));
  const double alone = axes.cycles.y.toY(level.lone);
  painter.drawLine(QPointF(axes.cycles.y.plot.left(), alone), QPointF(axes.cycles.y.plot.right(), alone));
  TakenRoom below = paintCurves(painter, axes.cycles, level, false, 1, chosen, style);
  painter.restore();

  painter.setFont(style.small(Weight::medium));
  painter.setPen(style.palette.quietInk);
  paintBeside(painter, axes.cycles.y.plot, {axes.cycles.y.plot.left(), alone}, tr("single load %1").arg(cyclesText(level.lone)),
              below, style);
  if (level.busy) {
    const double x = axes.rate.x.toX(*level.busy);
    if (x >= plot.left() && x <= plot.right()) {
      painter.setPen(QPen(style.palette.ink, style.line(1.2), Qt::DotLine));
      for (const QRectF& each : {plot, axes.cycles.y.plot}) painter.drawLine(QPointF(x, each.top()), QPointF(x, each.bottom()));
      painter.setPen(style.palette.ink);
      const QString size =
          (level.at_least ? QStringLiteral("≥ ") : QString()) + QString::fromStdString(short_size_text(*level.busy).joined());
      for (const QString& words : {busyText(level), tr("Saturated by %1").arg(size), size})
        if (paintBeside(painter, plot, {x, plot.top()}, words, taken, style)) break;
    }
  }
  painter.restore();
}

}  // namespace chasescope
