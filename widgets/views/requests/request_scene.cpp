#include "widgets/views/requests/request_scene.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "engine/inference/requests/request_table.h"
#include "engine/trace/number_text.h"
#include "widgets/plot/text_room.h"
#include "widgets/style/markers.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

using inference::Spike;

constexpr std::uint64_t kWarp = 32;

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

void paintLine(QPainter& painter, const PlainAxes& axes, const std::vector<QPointF>& points, const QPen& pen) {
  QPainterPath line;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const QPointF at = axes.at(points[i].x(), points[i].y());
    if (i == 0)
      line.moveTo(at);
    else
      line.lineTo(at);
  }
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(line);
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

/// The room right of the plot, for names of curves.
double rightOfPlot(const PlotStyle& style) {
  return QFontMetricsF(style.small(Weight::semiBold)).horizontalAdvance(loadsText(4) + QStringLiteral(" ↑")) + style.px(10);
}

/// Names at the right ends of the curves, pushed apart where they would touch. Below them, with an arrow, stand the curves that
/// have left above.
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
    const auto touched = [&] {
      return std::find_if(names.begin(), names.end(), [&](const Name& name) { return std::abs(name.y - y) < height; });
    };
    for (auto other = touched(); other != names.end(); other = touched()) y = other->y + height;
    if (y + height / 2 > axes.plot.bottom()) break;
    write(y, left, loadsText(left) + QStringLiteral(" ↑"));
    y += height;
  }
}

/// What the marks mean, above the plot, as far as they occur.
void paintLegend(QPainter& painter, const PlainAxes& axes, const ThreadSeries& series, const PlotStyle& style) {
  double x = axes.plot.left();
  const double y = axes.plot.top() - style.em(11);
  painter.setFont(style.small());
  for (const auto& [kind, text] : {std::pair{Spike::Kind::serialisation, tr("issue and write-back in turn")},
                                   {Spike::Kind::saturation, tr("table full")},
                                   {Spike::Kind::later, tr("beyond")}}) {
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
  const double room = axes.plot.right() + rightOfPlot(style) - x;  // names of curves begin below
  const QFontMetricsF metrics(painter.font());
  const QString count = counted(series.points.back().count);
  QString text = tr("no saturation up to %1 threads").arg(count);
  if (metrics.horizontalAdvance(text) > room) text = tr("none full up to %1").arg(count);
  painter.drawText(QRectF(x, y - style.em(10), room, style.em(20)), Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(text, Qt::ElideRight, room));
}

/// What lies in the entries of a table, entry by entry: from 0 (free) to 1 (full), and which load booked it.
struct Filled {
  struct Entry {
    double share = 0;
    std::uint64_t load = 0;
  };
  std::vector<Entry> entries;
  std::uint64_t waiting = 0;  ///< entries that would be needed beyond those
};

Filled fill(const TableShape& table, std::uint64_t threads, std::uint64_t loads, std::uint64_t sharing) {
  Filled filled;
  std::uint64_t blocks = 0;
  const auto book = [&](double share, std::uint64_t load, std::uint64_t new_blocks) {
    const bool room = filled.entries.size() < table.entries && (!table.pool || blocks + new_blocks <= *table.pool);
    if (!room || filled.waiting > 0) {
      ++filled.waiting;
      return;
    }
    blocks += new_blocks;
    filled.entries.push_back({share, load});
  };
  // Where merging ends beyond what was seen, a block's threads share one entry, as full as a warp's would make it.
  const std::uint64_t full = table.merges_more ? std::max(table.merges, kWarp) : table.merges;
  for (std::uint64_t load = 0; load < loads; ++load) {
    if (table.kind == TableShape::Kind::prt) {
      for (std::uint64_t first = 0; first < threads; first += kWarp) {
        const std::uint64_t blocks_of_warp = inference::unique_blocks(std::min(threads - first, kWarp), 1, sharing);
        book(static_cast<double>(blocks_of_warp) / kWarp, load, blocks_of_warp);
      }
      continue;
    }
    for (std::uint64_t first = 0; first < threads; first += sharing)
      for (std::uint64_t left = std::min(threads - first, sharing); left > 0;) {
        const std::uint64_t joined = std::min(left, full);
        book(static_cast<double>(joined) / static_cast<double>(full), load, 1);
        left -= joined;
      }
  }
  return filled;
}

}  // namespace

QString seriesName(std::uint64_t loads, std::uint64_t sharing) {
  return sharing == 1 ? loadsText(loads) : tr("%1, %2 share a block").arg(loadsText(loads), counted(sharing));
}

QString spikeText(const Spike& spike) {
  switch (spike.kind) {
    case Spike::Kind::saturation: return tr("full after %1 threads").arg(counted(spike.after));
    case Spike::Kind::serialisation: return tr("in turn after %1").arg(counted(spike.after));
    case Spike::Kind::later: return tr("again after %1").arg(counted(spike.after));
  }
  return {};
}

namespace {

/// Both plots as one, from the upper edge of the one to the lower edge of the other.
PlainAxes bothOf(const ThreadAxes& axes) {
  PlainAxes both = axes.latency;
  both.plot = axes.latency.plot.united(axes.variance.plot);
  return both;
}

}  // namespace

ThreadAxes threadAxes(const QRectF& area, const ThreadCurves& curves, std::uint64_t loads, std::uint64_t sharing,
                      const PlotStyle& style) {
  ThreadAxes axes;
  double highest = 10;
  double last = 32;
  double widest = 1;
  for (const ThreadSeries& series : curves.series) {
    if (series.sharing != sharing) continue;
    for (const auto& point : series.points) last = std::max(last, static_cast<double>(point.count));
    // The chosen one has the room; slower ones leave it above.
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
  const double gap = style.em(22);
  const double above = style.em(22);
  const double room = area.height() - above - gap - below;
  axes.latency.plot = QRectF(area.left() + left, area.top() + above, area.width() - left - right, room * 0.64);
  axes.variance.plot = QRectF(axes.latency.plot.left(), axes.latency.plot.bottom() + gap, axes.latency.plot.width(), room * 0.36);
  return axes;
}

void paintThreadLatency(QPainter& painter, const ThreadAxes& axes, const ThreadCurves& curves, std::uint64_t loads,
                        std::uint64_t sharing, const PlotStyle& style) {
  painter.save();
  paintAxes(painter, axes.latency, {QString(), tr("Latency (cycles)"), 0}, style);
  paintAxes(painter, axes.variance, {tr("Threads"), tr("Variance (cycles²)"), 128}, style);
  painter.setRenderHint(QPainter::Antialiasing, true);
  const ThreadSeries* chosen = curves.find(loads, sharing);
  painter.setClipRect(axes.latency.plot.adjusted(-style.px(1), 0, style.px(1), 0));
  for (const ThreadSeries& series : curves.series) {
    if (series.sharing != sharing || &series == chosen) continue;
    paintLine(painter, axes.latency, latencies(series),
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
    // The line between what fits and what waits goes through both plots.
    const double x =
        (axes.latency.toX(static_cast<double>(*chosen->fits)) + axes.latency.toX(static_cast<double>(*chosen->fits) + 2)) / 2;
    painter.setPen(QPen(style.palette.danger, style.line(1), Qt::DashLine));
    painter.drawLine(QPointF(x, axes.latency.plot.top()), QPointF(x, axes.variance.plot.bottom()));
  }
  paintLine(painter, axes.latency, latencies(*chosen), QPen(colour, style.line(1.8)));
  paintLine(painter, axes.variance, variances(*chosen), QPen(colour, style.line(1.3)));
  for (const Spike& spike : chosen->spikes) {
    const auto look = lookOf(spike.kind, style.palette);
    const bool strong = spike.kind == Spike::Kind::saturation;
    const double x = static_cast<double>(spike.after);
    paintMark(painter, axes.variance.at(x, spike.variance), look, style.px(strong ? 9 : 6));
    if (spike.kind != Spike::Kind::later)
      paintMark(painter, axes.latency.at(x, chosen->points[spike.point].harmonic), look, style.px(strong ? 9 : 7));
    if (!strong) continue;
    // Beside the line, on the side with more room, and below the curves: none begins at 0.
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

QString tableText(const TableShape& table, std::uint64_t threads, std::uint64_t loads, std::uint64_t sharing) {
  const Filled filled = fill(table, threads, loads, sharing);
  QString text = tr("%1 of %2 entries").arg(counted(filled.entries.size()), counted(table.entries));
  if (filled.waiting > 0)
    text += QStringLiteral(" · ") + (table.kind == TableShape::Kind::mshr
                                         ? tr("%1 requests wait").arg(counted(filled.waiting))
                                         : tr("%1 warp instructions wait").arg(counted(filled.waiting)));
  return text;
}

double paintRequestTable(QPainter& painter, const QRectF& area, const TableShape& table, std::uint64_t threads, std::uint64_t loads,
                         std::uint64_t sharing, const PlotStyle& style) {
  painter.save();
  const QFontMetricsF text(style.text(Weight::semiBold));
  const QFontMetricsF small(style.small());
  double y = area.top();
  const auto line = [&](const QString& words, const QFont& font, const QColor& colour, double height) {
    painter.setFont(font);
    painter.setPen(colour);
    const QRectF bounds = QFontMetricsF(font).boundingRect(QRectF(0, 0, area.width(), 1000), Qt::TextWordWrap, words);
    painter.drawText(QRectF(area.left(), y, area.width(), bounds.height()), Qt::AlignLeft | Qt::TextWordWrap, words);
    y += std::max(bounds.height(), height) + style.px(3);
  };
  const Filled filled = fill(table, threads, loads, sharing);
  const bool mshr = table.kind == TableShape::Kind::mshr;
  line(mshr ? tr("MSHR: an entry for each block") : tr("PRT: an entry for each warp instruction"), style.text(Weight::semiBold),
       style.palette.ink, text.height());
  line(tr("%1 threads × %2").arg(counted(threads), seriesName(loads, sharing)), style.small(), style.palette.quietInk,
       small.height());
  line(tableText(table, threads, loads, sharing), style.small(Weight::semiBold),
       filled.waiting > 0 ? style.palette.danger : style.palette.ink, small.height());
  y += style.px(4);

  const QString note = !mshr              ? tr("An entry is as full as its warp has blocks under way.")
                       : table.merges_more ? tr("≥ %1 threads share an entry; where it is full is not known.").arg(counted(table.merges))
                       : table.merges > 1 ? tr("An entry is full when %1 threads share it.").arg(counted(table.merges))
                                          : QString();
  const double note_height =
      note.isEmpty() ? 0 : small.boundingRect(QRectF(0, 0, area.width(), 1000), Qt::TextWordWrap, note).height() + style.px(3);
  const double queue_height = filled.waiting > 0 ? small.height() + style.px(16) : style.px(10);
  std::vector<LegendEntry> legend;
  for (std::uint64_t load = 0; loads > 1 && load < loads; ++load)
    legend.push_back(cellEntry(levelColour(load, style.palette), Qt::NoPen, tr("load %1").arg(load + 1), style.palette.quietInk));
  if (filled.entries.size() < table.entries)
    legend.push_back(cellEntry(style.palette.sunken, QPen(style.palette.outline, style.line(0.8)), tr("free"), style.palette.quietInk));
  const double legend_height = paintLegend(nullptr, legend, {}, area.width(), style);
  const QRectF room(area.left(), y, area.width(), std::max(area.bottom() - y - note_height - queue_height - legend_height, style.px(20)));
  // The most square cells that fit.
  const auto entries = static_cast<double>(std::max<std::uint64_t>(table.entries, 1));
  double columns = 1;
  double best = 0;
  for (double tried = 1; tried <= entries; ++tried) {
    const double side = std::min(room.width() / tried, room.height() / std::ceil(entries / tried));
    if (side > best) {
      best = side;
      columns = tried;
    }
  }
  double cell = std::min(best, style.em(26));
  if (style.print) {  // as high as it takes, so that the width is filled
    cell = std::clamp(std::sqrt(0.6 * area.width() * area.width() / entries), style.em(6), style.em(26));
    columns = std::max(1.0, std::floor(area.width() / cell));
  }
  const double gap = std::min(style.px(2), cell * 0.15);
  painter.setRenderHint(QPainter::Antialiasing, true);
  const auto place = [&](double index) {
    const double row = std::floor(index / columns);
    return QRectF(room.left() + (index - row * columns) * cell, room.top() + row * cell, cell - gap, cell - gap);
  };
  for (double index = 0; index < entries; ++index) {
    const QRectF box = place(index);
    painter.setPen(QPen(style.palette.outline, style.line(0.8)));
    painter.setBrush(style.palette.sunken);
    painter.drawRect(box);
    if (index >= static_cast<double>(filled.entries.size())) continue;
    const Filled::Entry& entry = filled.entries[static_cast<std::size_t>(index)];
    painter.fillRect(box, mixed(levelColour(entry.load, style.palette), style.palette.card, 0.35));  // booked, if not full
    QRectF level = box;
    level.setTop(box.bottom() - box.height() * entry.share);
    painter.fillRect(level, levelColour(entry.load, style.palette));
  }
  y = place(entries - 1).bottom() + style.px(6);
  y += paintLegend(&painter, legend, {area.left(), y}, area.width(), style) + style.px(4);
  if (filled.waiting > 0) {
    // A queue of those that wait, as far as there is room in one line.
    const double size = std::min(cell - gap, small.height() * 0.8);
    const auto fit = static_cast<std::uint64_t>(std::max(0.0, std::floor((area.width() - style.em(70)) / (size + style.px(3)))));
    double x = area.left();
    for (std::uint64_t i = 0; i < std::min(filled.waiting, fit); ++i, x += size + style.px(3)) {
      painter.setPen(QPen(style.palette.danger, style.line(1), Qt::SolidLine));
      painter.setBrush(Qt::NoBrush);
      painter.drawRect(QRectF(x, y + (small.height() - size) / 2, size, size));
    }
    painter.setFont(style.small());
    painter.setPen(style.palette.danger);
    painter.drawText(QRectF(x + style.px(4), y, area.right() - x, small.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("%1 wait").arg(counted(filled.waiting)));
    y += small.height() + style.px(4);
  }
  if (!note.isEmpty()) line(note, style.small(), style.palette.quietInk, 0);
  painter.restore();
  return y - area.top() + style.px(4);
}

QString saturationText(const CopyCurve& copies) { return QString::fromStdString(short_size_text(copies.saturation.bytes).joined()); }

CopyAxes copyAxes(const QRectF& area, const CopyCurve& copies, const PlotStyle& style) {
  CopyAxes at;
  // Sizes in KiB or MiB, whichever reads better.
  at.last = copies.points.empty() ? 1 : copies.points.back().bytes;
  if (copies.saturation.verdict == inference::CopySaturation::Verdict::found)
    at.last = std::min(at.last, 3 * copies.saturation.bytes);
  // The axis ends with the last copy that is shown.
  const auto beyond = std::find_if(copies.points.rbegin(), copies.points.rend(), [&](const auto& point) { return point.bytes <= at.last; });
  if (beyond != copies.points.rend()) at.last = beyond->bytes;
  at.unit = at.last >= 8.0 * 1048576 ? 1048576 : 1024;
  at.scale = copies.seconds ? 1e6 : 1;
  for (const auto& point : copies.points)
    if (point.bytes <= at.last) at.axes.y1 = std::max({at.axes.y1, point.flushed * at.scale, point.not_flushed * at.scale});
  // Sizes are read in powers of two.
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
  paintAxes(painter, axes,
            {unit > 1024 ? tr("Copied (MiB)") : tr("Copied (KiB)"), copies.seconds ? tr("Time (µs)") : tr("Time (cycles)"), at.step},
            style);
  painter.setRenderHint(QPainter::Antialiasing, true);
  std::vector<LegendEntry> legend;
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
    painter.save();
    clipToPart(painter, axes, style);
    paintLine(painter, axes, points,
              curvePen(flushed ? 1 : 0, mixed(colour, style.palette.card, 0.6), style.line(1.2), style.palette));
    painter.fillPath(marks, colour);
    painter.restore();
    legend.push_back(markerEntry(marker, colour, flushed ? tr("flushed before") : tr("not flushed"), levelTextColour(flushed ? 2 : 0, style.palette)));
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
    const double left = x + apart + width < axes.plot.right() ? x + apart : x - apart - width;
    painter.drawText(QRectF(left, axes.plot.bottom() - style.em(24), width, style.em(20)), Qt::AlignLeft | Qt::AlignVCenter, text);
  }
  painter.restore();
}

}  // namespace chasescope
