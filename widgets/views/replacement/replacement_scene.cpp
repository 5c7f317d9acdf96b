#include "widgets/views/replacement/replacement_scene.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/trace/number_text.h"
#include "widgets/style/markers.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr std::size_t kWay = 1, kLikeliest = 4;  // indices of levels' colours; a way is neither hit nor miss
constexpr double kPercent = 100;
constexpr std::size_t kFifo = 1, kRandom = 4;  // indices of levels' colours for the policies that it is compared with
constexpr double kKeyRow = 15;                 // px between two rows of the legend

/// The unit of footprints.
struct Unit {
  double bytes = 1;
  const char* title = QT_TRANSLATE_NOOP("ReplacementScene", "Footprint N (bytes)");
};
Unit unitOf(const ReplacementFacts& facts) {
  constexpr std::uint64_t kKib = 1024, kMib = kKib * 1024, kFrom = 8;
  const std::uint64_t largest = facts.points.empty() ? 0 : facts.points.back().bytes;
  if (largest >= kFrom * kMib) return {static_cast<double>(kMib), QT_TRANSLATE_NOOP("ReplacementScene", "Footprint N (MiB)")};
  if (largest >= kFrom * kKib) return {static_cast<double>(kKib), QT_TRANSLATE_NOOP("ReplacementScene", "Footprint N (KiB)")};
  return {};
}

void paintInterval(QPainter& painter, double x, double low, double high, double half, const QColor& ink, const PlotStyle& style) {
  painter.setPen(QPen(ink, style.line(1.4), Qt::SolidLine, Qt::FlatCap));
  painter.drawLine(QPointF(x, low), QPointF(x, high));
  painter.drawLine(QPointF(x - half, low), QPointF(x + half, low));
  painter.drawLine(QPointF(x - half, high), QPointF(x + half, high));
}

/// Whether one way, the last, is replaced more often than the others, so that its bar has a colour of its own.
bool hasLikeliest(const ReplacementFacts& facts) {
  return !facts.ways.empty() && facts.ways.back().low > 1.0 / static_cast<double>(facts.ways.size());
}

/// What the colours of the bars mean, and their whiskers.
std::vector<LegendEntry> wayLegend(const ReplacementFacts& facts, const PlotStyle& style) {
  std::vector<LegendEntry> entries;
  const auto bar = [&](std::size_t level, const QString& words) {
    entries.push_back(cellEntry(levelColour(level, style.palette), Qt::NoPen, words, style.palette.quietInk));
  };
  if (hasLikeliest(facts)) {
    bar(kWay, tr("a way"));
    bar(kLikeliest, tr("the way that is replaced most often"));
  }
  if (facts.intervals())
    entries.push_back({[style](QPainter& painter, const QRectF& box) {
                         paintInterval(painter, box.center().x(), box.top(), box.bottom(), box.width() / 3, style.palette.ink,
                                       style);
                       },
                       tr("95 % interval"), style.palette.quietInk});
  if (facts.in_turn)
    entries.push_back({[](QPainter&, const QRectF&) {}, tr("repeats exactly: no intervals"), style.palette.quietInk});
  return entries;
}

double highestShare(const ReplacementFacts& facts) {
  double highest = 0;
  for (const auto& way : facts.ways) highest = std::max(highest, way.high);
  return highest;
}

/// A sign with its words above a plot. \return where the next one begins.
double paintKey(QPainter& painter, const QPointF& place, const QString& words, const QColor& colour, const QColor& ink,
                std::optional<Marker> marker, Qt::PenStyle line, const PlotStyle& style) {
  const double length = style.em(22);
  painter.setPen(QPen(colour, style.line(1.6), line));
  painter.drawLine(place, place + QPointF(length, 0));
  if (marker) {
    QPainterPath sign;
    addMarker(sign, *marker, place + QPointF(length / 2, 0), style.px(7));
    painter.fillPath(sign, colour);
  }
  const QFont font = style.small(Weight::medium);
  const QFontMetricsF metrics(font);
  painter.setFont(font);
  painter.setPen(ink);
  const QRectF room(place.x() + length + style.px(5), place.y() - metrics.height() / 2,
                    metrics.horizontalAdvance(words) + style.px(2), metrics.height());
  painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, words);
  return room.right() + style.em(16);
}

}  // namespace

QString shareText(double share) { return QString::fromStdString(share_text(share)); }

PlainAxes wayAxes(const QRectF& area, const ReplacementFacts& facts, const PlotStyle& style) {
  PlainAxes axes;
  axes.x0 = 0;
  axes.x1 = std::max<double>(1, static_cast<double>(facts.ways.size()));
  axes.y1 = std::min(kPercent, std::max(10.0, highestShare(facts) * kPercent * 1.25));
  const double below =
      2 * QFontMetricsF(style.number()).height() + QFontMetricsF(style.text(Weight::medium)).height() + style.px(14);
  const double left = leftOfAxes(style, axes.y1);
  const double legend = paintLegend(nullptr, wayLegend(facts, style), {}, area.width() - left, style);
  axes.plot = area.adjusted(left, legend + style.em(10), -style.px(2), -below);
  return axes;
}

void paintWays(QPainter& painter, const PlainAxes& axes, const ReplacementFacts& facts, const PlotStyle& style) {
  if (facts.ways.empty()) return;
  painter.save();
  paintAxes(painter, axes, {QString(), tr("Share of replacements (%)"), 0}, style);
  painter.setRenderHint(QPainter::Antialiasing, true);
  const std::vector<LegendEntry> legend = wayLegend(facts, style);
  const double above = paintLegend(nullptr, legend, {}, axes.plot.width() + style.px(2), style);
  paintLegend(&painter, legend, axes.plot.topLeft() - QPointF(0, above + style.em(10)), axes.plot.width() + style.px(2), style);
  const double even = 1.0 / static_cast<double>(facts.ways.size());
  const double slot = axes.toX(1) - axes.toX(0);
  const double width = std::min(slot * 0.66, style.em(64));
  const QFontMetricsF numbers(style.number());
  const bool labelled = slot >= numbers.horizontalAdvance(QStringLiteral("100.0 %")) + style.px(4);
  for (std::size_t i = 0; i < facts.ways.size(); ++i) {
    const auto& way = facts.ways[i];
    const double x = axes.toX(static_cast<double>(i) + 0.5);
    const bool likeliest = hasLikeliest(facts) && i + 1 == facts.ways.size();
    const QRectF bar(QPointF(x - width / 2, axes.toY(way.value * kPercent)), QPointF(x + width / 2, axes.plot.bottom()));
    painter.fillRect(bar, levelColour(likeliest ? kLikeliest : kWay, style.palette));
    if (way.low < way.high)
      paintInterval(painter, x, axes.toY(way.low * kPercent), axes.toY(way.high * kPercent), std::min(style.em(7), width / 3),
                    style.palette.ink, style);
    const QRectF under(x - slot / 2, axes.plot.bottom() + style.px(4), slot, numbers.height());
    painter.setFont(style.number(likeliest ? Weight::bold : Weight::regular));
    painter.setPen(style.palette.ink);
    if (labelled) painter.drawText(under, Qt::AlignCenter, shareText(way.value));
    painter.setPen(style.palette.quietInk);
    painter.setFont(style.number());
    if (labelled || slot >= numbers.horizontalAdvance(QStringLiteral("88")))
      painter.drawText(under.translated(0, labelled ? numbers.height() : 0), Qt::AlignCenter, QString::number(i + 1));
  }
  // The share that each way would have if none were preferred.
  painter.setPen(QPen(style.palette.ink, style.line(1.2), Qt::DashLine));
  const double level = axes.toY(even * kPercent);
  painter.drawLine(QPointF(axes.plot.left(), level), QPointF(axes.plot.right(), level));
  const QString evenly = tr("1/%1: all alike").arg(facts.ways.size());
  const QFontMetricsF small(style.small());
  const QRectF words(axes.plot.left() + style.px(4), level - small.height() - style.px(1),
                     small.horizontalAdvance(evenly) + style.px(6), small.height());
  painter.fillRect(words, style.palette.card);
  painter.setFont(style.small());
  painter.setPen(style.palette.ink);
  painter.drawText(words, Qt::AlignCenter, evenly);
  painter.setFont(style.text(Weight::medium));
  painter.setPen(style.palette.quietInk);
  const double title = QFontMetricsF(painter.font()).height();
  painter.drawText(QRectF(axes.plot.left() - style.em(60), axes.plot.bottom() + 2 * numbers.height() + style.px(9),
                          axes.plot.width() + style.em(60), title),
                   Qt::AlignCenter, tr("Ways, least often replaced first"));
  painter.restore();
}

std::optional<std::size_t> wayAt(const PlainAxes& axes, const ReplacementFacts& facts, const QPointF& place) {
  if (!axes.plot.contains(place) || facts.ways.empty()) return std::nullopt;
  return std::min(facts.ways.size() - 1, static_cast<std::size_t>(std::max(0.0, axes.fromX(place.x()))));
}

PlainAxes missAxes(const QRectF& area, const ReplacementFacts& facts, const PlotStyle& style) {
  PlainAxes axes;
  const double unit = unitOf(facts).bytes;
  const double from = facts.points.empty() ? 0 : static_cast<double>(facts.points.front().bytes) / unit;
  const double to = facts.points.empty() ? 1 : static_cast<double>(facts.points.back().bytes) / unit;
  const double margin = std::max((to - from) * 0.02, to * 0.005);
  axes.x0 = from - margin;
  axes.x1 = to + margin;
  axes.y1 = kPercent;
  const double key = style.em(24 + (facts.random.empty() ? 0 : kKeyRow));
  axes.plot = area.adjusted(leftOfAxes(style, axes.y1), key, -style.em(14), -belowAxes(style));
  return axes;
}

double missUnit(const ReplacementFacts& facts) { return unitOf(facts).bytes; }
QString missUnitText(const ReplacementFacts& facts) { return tr(unitOf(facts).title); }

QPointF missPlace(const PlainAxes& axes, const ReplacementFacts& facts, const MissPoint& point) {
  return axes.at(static_cast<double>(point.bytes) / unitOf(facts).bytes, point.rate * kPercent);
}

void paintMissRates(QPainter& painter, const PlainAxes& axes, const ReplacementFacts& facts, const PlotStyle& style) {
  if (facts.points.empty()) return;
  const Unit unit = unitOf(facts);
  painter.save();
  paintAxes(painter, axes, {tr(unit.title), tr("Miss rate (%)"), 0}, style);
  painter.setRenderHint(QPainter::Antialiasing, true);
  const auto at = [&](const MissPoint& point, double rate) {
    return axes.at(static_cast<double>(point.bytes) / unit.bytes, rate * kPercent);
  };
  painter.save();
  clipToPart(painter, axes, style);
  const auto curveOf = [&](const std::vector<MissPoint>& points) {
    QPainterPath curve;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (i == 0)
        curve.moveTo(at(points[i], points[i].rate));
      else
        curve.lineTo(at(points[i], points[i].rate));
    }
    return curve;
  };
  const QPainterPath lru = curveOf(facts.lru);
  QPainterPath line, marks;
  marks.setFillRule(Qt::WindingFill);
  const double size = std::clamp(axes.plot.width() / static_cast<double>(facts.points.size()) * 0.6, style.px(3), style.px(6.5));
  for (std::size_t i = 0; i < facts.points.size(); ++i) {
    const MissPoint& point = facts.points[i];
    if (i == 0 || !facts.joined(i - 1))
      line.moveTo(at(point, point.rate));
    else
      line.lineTo(at(point, point.rate));
    if (point.high - point.low > 0.005)
      paintInterval(painter, at(point, 0).x(), at(point, point.low).y(), at(point, point.high).y(), style.px(2),
                    mixed(style.palette.miss, style.palette.card, 0.7), style);
    addMarker(marks, Marker::cross, at(point, point.rate), size);
  }
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(mixed(style.palette.miss, style.palette.card, 0.6), style.line(1.2)));
  painter.drawPath(line);
  painter.setPen(QPen(levelColour(kRandom, style.palette), style.line(1.6), Qt::DotLine));
  painter.drawPath(curveOf(facts.random));
  if (!facts.fifoIsLru) {
    painter.setPen(QPen(levelColour(kFifo, style.palette), style.line(1.6), Qt::DashDotLine));
    painter.drawPath(curveOf(facts.fifo));
  }
  // The dashed line is drawn over the other line, which stays visible between the dashes where both are equal.
  painter.setPen(QPen(style.palette.quietInk, style.line(1.6), Qt::DashLine));
  painter.drawPath(lru);
  painter.fillPath(marks, style.palette.miss);
  bool published = false;
  for (const PublishedRate& rate : facts.published) {
    const QPointF place = axes.at(static_cast<double>(rate.bytes) / unit.bytes, rate.rate * kPercent);
    if (!axes.plot.adjusted(-1, -1, 1, 1).contains(place)) continue;
    published = true;
    paintPublished(painter, place, style);
  }
  painter.restore();
  const QPointF others(axes.plot.left() - style.em(24),
                       axes.plot.top() - style.em(14));  // three legend entries are wider than the plot in a column
  const QPointF key = others - QPointF(0, facts.random.empty() ? 0 : style.em(kKeyRow));
  double next = paintKey(painter, key, tr("measured"), style.palette.miss, style.palette.missText, Marker::cross, Qt::SolidLine, style);
  if (!facts.lru.empty()) next = paintKey(painter, {next, key.y()}, tr("LRU, by the sets found"), style.palette.quietInk, style.palette.quietInk, std::nullopt,
                                         Qt::DashLine, style);
  if (published) paintPublishedKey(painter, {next, key.y()}, style);
  if (facts.random.empty()) return painter.restore();
  next = paintKey(painter, others, tr("random lines"), levelColour(kRandom, style.palette), levelTextColour(kRandom, style.palette),
                  std::nullopt, Qt::DotLine, style);
  if (facts.fifoIsLru)
    paintKey(painter, {next, others.y()}, tr("FIFO, as LRU"), style.palette.quietInk, style.palette.quietInk, std::nullopt,
             Qt::DashLine, style);
  else
    paintKey(painter, {next, others.y()}, tr("FIFO"), levelColour(kFifo, style.palette), levelTextColour(kFifo, style.palette),
             std::nullopt, Qt::DashDotLine, style);
  painter.restore();
}

}  // namespace chasescope
