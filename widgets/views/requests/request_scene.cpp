#include "widgets/views/requests/request_scene.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "widgets/figure/panel_letter.h"
#include "widgets/plot/text_room.h"
#include "widgets/style/markers.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

using inference::Spike;

QString loadsText(std::uint64_t loads) { return loads == 1 ? tr("1 load") : tr("%1 loads").arg(counted(loads)); }

struct SpikeLook {
  Marker marker;
  QColor colour;
};

SpikeLook lookOf(Spike::Kind kind, const Palette& palette) {
  switch (kind) {
    case Spike::Kind::saturation: return {Marker::diamond, palette.danger};
    case Spike::Kind::serialisation: return {Marker::triangle, palette.assumed};
    case Spike::Kind::later: return {Marker::circle, palette.outline};
  }
  return {Marker::circle, palette.outline};
}

std::vector<QPointF> latencies(const ThreadSeries& series) {
  std::vector<QPointF> points;
  for (const auto& point : series.points) points.push_back({static_cast<double>(point.count), point.harmonic});
  return points;
}

std::vector<QPointF> variances(const ThreadSeries& series) {
  std::vector<QPointF> points;
  for (std::size_t i = 0; i < series.variance.size(); ++i)
    points.push_back({static_cast<double>(series.points[i + 1].count), series.variance[i]});
  return points;
}

void paintMark(QPainter& painter, const QPointF& at, const SpikeLook& look, double size) {
  QPainterPath path;
  path.setFillRule(Qt::WindingFill);
  addMarker(path, look.marker, at, size);
  painter.fillPath(path, look.colour);
}

/// The width right of the plot for the names of the curves.
double rightOfPlot(const PlotStyle& style) {
  return QFontMetricsF(style.small(Weight::semiBold)).horizontalAdvance(loadsText(4) + QStringLiteral(" ↑")) + style.px(10);
}

/// Writes the names at the right ends of the curves, moved apart where they would overlap. Curves that go beyond the upper edge
/// have their names below the others, with an arrow.
void paintNames(QPainter& painter, const PlainAxes& axes, const ThreadCurves& curves, std::uint64_t loads, std::uint64_t sharing,
                const PlotStyle& style) {
  struct Name {
    double y;
    std::uint64_t loads;
  };
  std::vector<Name> names;
  std::vector<std::uint64_t> above;
  for (const ThreadSeries& series : curves.series) {
    if (series.sharing != sharing) continue;
    if (series.points.back().harmonic <= axes.y1)
      names.push_back({axes.toY(series.points.back().harmonic), series.loads});
    else
      above.push_back(series.loads);
  }
  std::sort(names.begin(), names.end(), [](const Name& a, const Name& b) { return a.y < b.y; });
  const double height = QFontMetricsF(style.small()).height();
  std::vector<double> wanted;
  for (const Name& name : names) wanted.push_back(name.y);
  const std::vector<double> places = spreadApart(wanted, height, axes.plot.top(), axes.plot.bottom());
  for (std::size_t i = 0; i < names.size(); ++i) names[i].y = places[i];
  const auto write = [&](double y, std::uint64_t named, const QString& text) {
    painter.setFont(style.small(named == loads ? Weight::semiBold : Weight::regular));
    painter.setPen(levelTextColour(named - 1, style.palette));
    painter.drawText(QRectF(axes.plot.right() + style.px(6), y - height / 2, style.em(80), height),
                     Qt::AlignLeft | Qt::AlignVCenter, text);
  };
  for (const Name& name : names) write(name.y, name.loads, loadsText(name.loads));
  double y = axes.plot.top() + height;
  for (const std::uint64_t left : above) {
    // A little less than a height: rounding could make names that are a height apart seem to overlap, and this loop would not end.
    constexpr double kTouching = 0.99;  // of a name's height
    const auto touched = [&] {
      return std::find_if(names.begin(), names.end(), [&](const Name& name) { return std::abs(name.y - y) < kTouching * height; });
    };
    for (auto other = touched(); other != names.end(); other = touched()) y = other->y + height;
    if (y + height / 2 > axes.plot.bottom()) break;
    write(y, left, loadsText(left) + QStringLiteral(" ↑"));
    y += height;
  }
}

/// The legend of the marks that occur, above the plot.
void paintLegend(QPainter& painter, const PlainAxes& axes, const ThreadSeries& series, const PlotStyle& style) {
  double x = axes.plot.left();
  const double y = axes.plot.top() - style.em(11);
  painter.setFont(style.small());
  for (const auto& [kind, text] : {std::pair{Spike::Kind::serialisation, tr("instructions issue one by one")},
                                   {Spike::Kind::saturation, tr("request table full")},
                                   {Spike::Kind::later, tr("later step")}}) {
    const auto of_kind = [kind = kind](const Spike& spike) { return spike.kind == kind; };
    if (std::none_of(series.spikes.begin(), series.spikes.end(), of_kind)) continue;
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(text);
    if (x + style.px(15) + width > axes.plot.right() + rightOfPlot(style)) continue;
    paintMark(painter, {x + style.px(5), y}, lookOf(kind, style.palette), style.px(8));
    painter.setPen(style.palette.quietInk);
    painter.drawText(QRectF(x + style.px(13), y - style.em(10), width + style.px(2), style.em(20)),
                     Qt::AlignLeft | Qt::AlignVCenter, text);
    x += width + style.px(30);
  }
  if (series.fits) return;
  painter.setPen(style.palette.quietInk);
  const double room = axes.plot.right() + rightOfPlot(style) - x;  // the names of curves begin below this line
  const QFontMetricsF metrics(painter.font());
  const QString count = counted(series.points.back().count);
  QString text = tr("no saturation up to %1 threads").arg(count);
  if (metrics.horizontalAdvance(text) > room) text = tr("not full up to %1").arg(count);
  painter.drawText(QRectF(x, y - style.em(10), room, style.em(20)), Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(text, Qt::ElideRight, room));
}

}  // namespace

QString seriesName(std::uint64_t loads, std::uint64_t sharing) {
  return sharing == 1 ? loadsText(loads) : tr("%1, %2 threads share a block").arg(loadsText(loads), counted(sharing));
}

QString spikeText(const Spike& spike) {
  switch (spike.kind) {
    case Spike::Kind::saturation: return tr("full after %1 threads").arg(counted(spike.after));
    case Spike::Kind::serialisation: return tr("one by one after %1 threads").arg(counted(spike.after));
    case Spike::Kind::later: return tr("later step after %1 threads").arg(counted(spike.after));
  }
  return {};
}

namespace {

/// Both plots as one, from the upper edge of the upper plot to the lower edge of the lower one.
PlainAxes bothOf(const ThreadAxes& axes) {
  PlainAxes both = axes.latency.plot.isNull() ? axes.variance : axes.latency;
  both.plot = axes.latency.plot.united(axes.variance.plot);
  return both;
}

}  // namespace

ThreadAxes threadAxes(const QRectF& area, const ThreadCurves& curves, std::uint64_t loads, std::uint64_t sharing,
                      const PlotStyle& style, ThreadPanel panel) {
  ThreadAxes axes;
  double highest = 10;
  double last = 32;
  double widest = 1;
  for (const ThreadSeries& series : curves.series) {
    if (series.sharing != sharing) continue;
    for (const auto& point : series.points) last = std::max(last, static_cast<double>(point.count));
    // The chosen series sets the scale; slower series go beyond the upper edge.
    if (series.loads != loads) continue;
    for (const auto& point : series.points) highest = std::max(highest, point.harmonic);
    for (const double variance : series.variance) widest = std::max(widest, variance);
  }
  axes.latency.y1 = highest * 1.06;
  axes.variance.y1 = widest * 1.18;
  axes.latency.x1 = axes.variance.x1 = last * 1.01;
  const double left = std::max(leftOfAxes(style, axes.latency.y1), leftOfAxes(style, axes.variance.y1));
  axes.latency.left = axes.variance.left = left;
  const double right = rightOfPlot(style);
  const double below = belowAxes(style);
  const double letter = panel == ThreadPanel::both ? letterHeight(style) : 0;
  const double gap = style.em(22) + letter;
  const double above = style.em(22) + letter;
  const double room = area.height() - above - gap - below;
  if (panel != ThreadPanel::both) {
    const QRectF alone = area.adjusted(left, above, -right, -below);
    (panel == ThreadPanel::latency ? axes.latency : axes.variance).plot = alone;
    return axes;
  }
  axes.latency.plot = QRectF(area.left() + left, area.top() + above, area.width() - left - right, room * 0.64);
  axes.variance.plot = QRectF(axes.latency.plot.left(), axes.latency.plot.bottom() + gap, axes.latency.plot.width(), room * 0.36);
  return axes;
}

namespace {

void paintVariance(QPainter& painter, const ThreadAxes& axes, const ThreadSeries& series, const QPen& pen, const PlotStyle& style) {
  painter.strokePath(lineThrough(axes.variance, variances(series)), pen);
  for (const Spike& spike : series.spikes)
    paintMark(painter, axes.variance.at(static_cast<double>(spike.after), spike.variance), lookOf(spike.kind, style.palette),
              style.px(spike.kind == Spike::Kind::saturation ? 9 : 6));
}

}  // namespace

void paintThreadLatency(QPainter& painter, const ThreadAxes& axes, const ThreadCurves& curves, std::uint64_t loads,
                        std::uint64_t sharing, const PlotStyle& style) {
  painter.save();
  const bool hasLatency = !axes.latency.plot.isNull(), hasVariance = !axes.variance.plot.isNull();
  if (hasLatency)
    paintAxes(painter, axes.latency, {hasVariance ? QString() : tr("Threads"), tr("Latency (cycles)"), hasVariance ? 0.0 : 128.0},
              style);
  if (hasVariance) paintAxes(painter, axes.variance, {tr("Threads"), tr("Variance (cycles²)"), 128}, style);
  painter.setRenderHint(QPainter::Antialiasing, true);
  const ThreadSeries* chosen = curves.find(loads, sharing);
  if (!hasLatency) {
    if (chosen != nullptr)
      paintVariance(painter, axes, *chosen, QPen(levelColour(loads - 1, style.palette), style.line(1.3)), style);
    painter.restore();
    return;
  }
  painter.setClipRect(axes.latency.plot.adjusted(-style.px(1), 0, style.px(1), 0));
  for (const ThreadSeries& series : curves.series) {
    if (series.sharing != sharing || &series == chosen) continue;
    painter.strokePath(lineThrough(axes.latency, latencies(series)),
                       curvePen(series.loads - 1, mixed(levelColour(series.loads - 1, style.palette), style.palette.card, 0.45),
                                style.line(1.1), style.palette));
  }
  painter.setClipping(false);
  if (chosen == nullptr) {
    paintNames(painter, axes.latency, curves, loads, sharing, style);
    painter.restore();
    return;
  }
  const QColor colour = levelColour(loads - 1, style.palette);
  painter.save();
  clipToPart(painter, bothOf(axes), style);
  if (chosen->fits) {
    // The line between threads whose requests fit and threads that wait goes through both plots.
    const double x =
        (axes.latency.toX(static_cast<double>(*chosen->fits)) + axes.latency.toX(static_cast<double>(*chosen->fits) + 2)) / 2;
    painter.setPen(QPen(style.palette.danger, style.line(1), Qt::DashLine));
    painter.drawLine(QPointF(x, axes.latency.plot.top()), QPointF(x, bothOf(axes).plot.bottom()));
  }
  painter.strokePath(lineThrough(axes.latency, latencies(*chosen)), QPen(colour, style.line(1.8)));
  if (hasVariance) paintVariance(painter, axes, *chosen, QPen(colour, style.line(1.3)), style);
  for (const Spike& spike : chosen->spikes) {
    const auto look = lookOf(spike.kind, style.palette);
    const bool strong = spike.kind == Spike::Kind::saturation;
    const double x = static_cast<double>(spike.after);
    if (spike.kind != Spike::Kind::later)
      paintMark(painter, axes.latency.at(x, chosen->points[spike.point].harmonic), look, style.px(strong ? 9 : 7));
    if (!strong) continue;
    // The words stand beside the line, on the side with more room, near the lower edge: no curve begins at 0.
    const QString text = spikeText(spike);
    painter.setFont(style.small(Weight::semiBold));
    painter.setPen(style.palette.danger);
    const double gap = style.px(8);
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(text) + style.px(4);
    const double at = axes.latency.toX(x);
    if (axes.latency.part && (at < axes.latency.plot.left() || at > axes.latency.plot.right())) continue;
    const bool rightwards = at + gap + width < axes.latency.plot.right();
    painter.drawText(
        QRectF(rightwards ? at + gap : at - gap - width, axes.latency.plot.bottom() - style.em(22), width, style.em(20)),
        (rightwards ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter, text);
  }
  painter.restore();
  paintNames(painter, axes.latency, curves, loads, sharing, style);
  paintLegend(painter, axes.latency, *chosen, style);
  painter.restore();
}

void paintChosenThreads(QPainter& painter, const ThreadAxes& axes, const ThreadSeries& series, std::uint64_t threads,
                        const PlotStyle& style) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  const double x = axes.latency.toX(static_cast<double>(threads));
  clipToPart(painter, bothOf(axes), style);
  painter.setPen(QPen(style.palette.accent, style.line(1)));
  painter.drawLine(QPointF(x, axes.latency.plot.top()), QPointF(x, axes.variance.plot.bottom()));
  painter.setBrush(style.palette.card);
  painter.setPen(QPen(levelColour(series.loads - 1, style.palette), style.line(2)));
  for (const auto& point : series.points)
    if (point.count == threads)
      painter.drawEllipse(axes.latency.at(static_cast<double>(threads), point.harmonic), style.px(4.5), style.px(4.5));
  painter.restore();
}

}  // namespace chasescope
