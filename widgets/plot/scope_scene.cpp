#include "widgets/plot/scope_scene.h"

#include <algorithm>
#include <cmath>

#include "engine/step/level_parts.h"
#include "engine/trace/number_text.h"
#include "widgets/style/markers.h"
#include "widgets/style/verdict_look.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr std::size_t kPointsPerColumn = 7;

std::size_t levelOf(const ScopeData& data, float cycles) { return data.levels->empty() ? 0 : data.levels->level_of(cycles); }

LevelLook lookOf(const ScopeData& data, std::size_t level, const PlotStyle& style) {
  static const inference::LatencyLevels none({inference::LatencyLevel{}});  // used until levels have been found
  return levelLook(data.levels->empty() ? none : *data.levels, level, data.verdicts, style.palette);
}

/// The marks of one level, gathered so that each colour is set once and rare levels can be drawn larger.
struct LevelMarks {
  std::vector<QPointF> points;    // accesses that are drawn one by one
  std::vector<QPointF> extremes;  // lowest and highest access of each column, which are always drawn
};

QRectF dotAt(const QPointF& at, double size) { return {at.x() - size / 2, at.y() - size / 2, size, size}; }

void paintDots(QPainter& painter, const std::vector<QPointF>& points, double size, const QColor& colour) {
  if (points.empty()) return;
  std::vector<QRectF> dots;
  dots.reserve(points.size());
  for (const QPointF& at : points) dots.push_back(dotAt(at, size));
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.drawRects(dots.data(), static_cast<int>(dots.size()));
}

void paintShapes(QPainter& painter, const std::vector<QPointF>& points, Marker marker, double size, const QColor& colour) {
  QPainterPath path;
  path.setFillRule(Qt::WindingFill);
  for (const QPointF& at : points) addMarker(path, marker, at, size);
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.fillPath(path, colour);
}

/// "88 %", with the verdict before it where the level has one: "hit · 88 %".
QString shareWords(const inference::LatencyLevel& level, const step::LatencyVerdicts& verdicts, double share) {
  const step::Verdict verdict = verdicts.of(level.median);
  return verdict == step::Verdict::unknown ? percentText(share)
                                           : QStringLiteral("%1 · %2").arg(verdictText(verdict), percentText(share));
}

/// Small triangles at the upper edge, where accesses lie above the visible range.
void paintBeyond(QPainter& painter, const std::vector<double>& xs, const ScopeGeometry& g, const PlotStyle& style) {
  if (xs.empty()) return;
  QPainterPath path;
  const double size = style.px(5), top = g.plot.top() + style.px(1);
  double last = -1e9;
  for (const double x : xs) {
    if (x - last < size) continue;
    last = x;
    path.addPolygon(QPolygonF({{x, top}, {x + size / 2, top + size}, {x - size / 2, top + size}, {x, top}}));
  }
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.fillPath(path, style.palette.danger);
}

/// "L2 ≈265 cycles" where the answering part is known; in fewer words where there is no room.
QString nameWithin(const ScopeData& data, std::size_t at, const QFontMetricsF& font, double room) {
  const auto& level = (*data.levels)[at];
  const QString plain = levelName(level);
  if (at >= data.parts.size() || data.parts[at].empty()) return plain;
  const QString part = QString::fromStdString(step::part_word(data.parts[at]));
  for (const QString& name : {part + QLatin1Char(' ') + plain, QStringLiteral("%1 ≈%2").arg(part, cyclesText(level.median))})
    if (font.horizontalAdvance(name) <= room) return name;
  return plain;
}

}  // namespace

double scopeHistogramWidth(const PlotStyle& style) { return style.px(52); }
double scopeLabelWidth(const PlotStyle& style) { return style.em(108); }

double levelReach(double cycles) { return std::max(2.0, 0.015 * cycles); }

QString cyclesText(double cycles) { return QString::fromStdString(number_text(cycles)); }

QString levelName(const inference::LatencyLevel& level) { return QStringLiteral("≈%1 cycles").arg(cyclesText(level.median)); }

QString percentText(double share) { return QString::fromStdString(share_text(share)); }

double scopeTopCycles(const ScopeData& data) {
  if (data.empty()) return 100;
  const Extremes all = data.pyramid->range(*data.trace, 0, data.trace->size());
  if (data.levels->empty()) return std::max(10.0, all.high * 1.15);
  const auto& top = data.levels->levels().back();
  return std::max(10.0, std::min<double>(all.high, std::max<double>(top.high, top.median * 1.02)) * 1.15);
}

TraceColumns cutForScope(const ScopeData& data, const ScopeGeometry& g, const PlotStyle& style) {
  if (data.empty()) return {};
  const auto columns = static_cast<std::size_t>(std::max(1.0, g.plot.width() / style.px(style.print ? 0.75 : 1)));
  return cutIntoColumns(*data.trace, *data.pyramid, g.x0, g.x1, columns, kPointsPerColumn);
}

void paintScopeBands(QPainter& painter, const ScopeData& data, const ScopeGeometry& g, const PlotStyle& style) {
  if (data.empty()) return;
  painter.setPen(Qt::NoPen);
  for (std::size_t i = 0; i < data.levels->size(); ++i) {
    const auto& level = (*data.levels)[i];
    const double least = style.px(14);
    const double middle = (g.toY(level.low) + g.toY(level.high)) / 2;
    const double height = std::max(least, g.toY(level.low) - g.toY(level.high) + style.px(8));
    const QColor tint = mixed(lookOf(data, i, style).colour, style.palette.card, style.palette.dark ? 0.16 : 0.1);
    const QRectF band = QRectF(g.plot.left(), middle - height / 2, g.plot.width(), height).intersected(g.plot);
    if (band.isValid()) painter.fillRect(band, tint);
  }
}

void paintScopeTrace(QPainter& painter, const ScopeData& data, const TraceColumns& cut, const ScopeGeometry& g,
                     const PlotStyle& style) {
  if (data.empty()) return;
  const double perPoint = g.plot.width() / std::max(1.0, g.x1 - g.x0 + 1);
  const bool sparse = cut.complete && static_cast<double>(cut.points.size()) < g.plot.width() / style.px(1.2);
  const double shapeSize = style.px(std::clamp(perPoint / style.px(1) * 0.9, style.print ? 2.4 : 4.0, 8.0));
  const double dot = style.px(style.print ? 1.8 : cut.complete ? 3 : 2);
  std::vector<LevelMarks> marks(std::max<std::size_t>(data.levels->size(), 1));
  std::vector<double> beyond;
  const auto add = [&](double x, float cycles, bool extreme) {
    if (cycles > g.y1) return beyond.push_back(x);
    if (cycles < g.y0) return;
    LevelMarks& level = marks[levelOf(data, cycles)];
    (extreme ? level.extremes : level.points).push_back({x, g.toY(cycles)});
  };
  const double column = g.plot.width() / static_cast<double>(std::max<std::size_t>(1, cut.columns.size()));
  for (std::size_t c = 0; c < cut.columns.size(); ++c) {
    if (cut.columns[c].empty()) continue;
    const double x = g.plot.left() + column * (static_cast<double>(c) + 0.5);
    add(x, cut.columns[c].low, true);
    add(x, cut.columns[c].high, true);
  }
  for (const TracePoint& point : cut.points) add(g.toX(static_cast<double>(point.access)), point.cycles, false);

  if (sparse && perPoint > style.px(5) && !style.print) {
    // The points lie far enough apart to be joined by a line that the eye can follow.
    QPolygonF line;
    for (const TracePoint& point : cut.points)
      line << QPointF(g.toX(static_cast<double>(point.access)), std::max(g.plot.top(), g.toY(point.cycles)));
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(mixed(style.palette.quietInk, style.palette.card, 0.3), style.line(1)));
    painter.drawPolyline(line);
  }
  for (std::size_t level = 0; level < marks.size(); ++level) {
    const auto [colour, ink, marker] = lookOf(data, level, style);
    const auto& [points, extremes] = marks[level];
    // Few marks among a thousand pixels would be overlooked as dots; they are drawn larger.
    const bool rare = static_cast<double>(points.size() + extremes.size()) < g.plot.width() / style.px(14);
    if (sparse || rare) {
      const double size = std::max(sparse ? shapeSize : 0, rare ? style.px(style.print ? 4 : 5) : 0);
      paintShapes(painter, extremes, marker, size, colour);
      paintShapes(painter, points, marker, size, colour);
    } else {
      paintDots(painter, extremes, dot, mixed(colour, style.palette.card, 0.45));
      paintDots(painter, points, dot, colour);
    }
  }
  std::sort(beyond.begin(), beyond.end());
  paintBeyond(painter, beyond, g, style);
}

void paintScopeHistogram(QPainter& painter, const ScopeData& data, const TraceColumns& cut, const ScopeGeometry& g,
                         const PlotStyle& style) {
  if (data.empty() || g.histogram.width() <= 0) return;
  const double row = style.px(2);
  const auto rows = static_cast<std::size_t>(std::max(1.0, g.plot.height() / row));
  std::vector<double> counts(rows);
  std::vector<float> sample(rows);
  const auto add = [&](double cycles, double weight) {
    const double y = (g.plot.bottom() - g.toY(cycles)) / row;
    if (y < 0 || y >= static_cast<double>(rows)) return;
    counts[static_cast<std::size_t>(y)] += weight;
    sample[static_cast<std::size_t>(y)] = static_cast<float>(cycles);
  };
  const bool whole = g.x0 <= 0.5 && g.x1 >= static_cast<double>(data.trace->size()) - 1.5;
  if (whole) {
    const auto all = data.counts->counts();
    const auto from = static_cast<std::size_t>(std::max(0.0, g.y0));
    for (std::size_t c = from; c < all.size() && static_cast<double>(c) <= g.y1; ++c)
      if (all[c] > 0) add(static_cast<double>(c), static_cast<double>(all[c]));
  } else {
    for (const TracePoint& point : cut.points) add(point.cycles, 1);
  }
  const double most = *std::max_element(counts.begin(), counts.end());
  if (most <= 0) return;
  painter.setRenderHint(QPainter::Antialiasing, false);
  for (std::size_t r = 0; r < rows; ++r) {
    if (counts[r] <= 0) continue;
    const double length = std::max(style.px(2), counts[r] / most * g.histogram.width());
    const QColor colour = lookOf(data, levelOf(data, sample[r]), style).colour;
    painter.fillRect(QRectF(g.histogram.left(), g.plot.bottom() - row * static_cast<double>(r + 1), length, row),
                     mixed(colour, style.palette.card, 0.75));
  }
}

void paintScopeLabels(QPainter& painter, const ScopeData& data, const ScopeGeometry& g, const PlotStyle& style) {
  if (data.empty() || data.levels->empty()) return;
  const QFont bold = style.text(Weight::semiBold), small = style.small();
  const double line1 = QFontMetricsF(bold).height(), line2 = QFontMetricsF(small).height();
  double height = line1 + line2;

  struct Label {
    std::size_t level;
    double wanted, y;
  };
  std::vector<Label> labels;
  for (std::size_t i = 0; i < data.levels->size(); ++i) {
    const double y = g.toY((*data.levels)[i].median);
    if (y >= g.plot.top() - 1 && y <= g.plot.bottom() + 1) labels.push_back({i, y, y});
  }
  // In a low window with large type each label is one line; if even that has no room, there are no labels.
  const bool brief = !style.print && static_cast<double>(labels.size()) * (height + style.px(2)) > g.plot.height();
  if (brief) height = line1;
  // Push labels apart from the top down, then push them back into the plot from the bottom up.
  std::sort(labels.begin(), labels.end(), [](const Label& a, const Label& b) { return a.wanted < b.wanted; });
  double least = g.plot.top() + height / 2;
  for (Label& label : labels) {
    label.y = std::max(label.y, least);
    least = label.y + height + style.px(2);
  }
  double most = g.plot.bottom() - height / 2;
  for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
    label->y = std::min(label->y, most);
    most = label->y - height - style.px(2);
  }
  painter.setRenderHint(QPainter::Antialiasing, true);
  for (const Label& label : labels) {
    if (brief && label.y < g.plot.top()) continue;
    const auto& level = (*data.levels)[label.level];
    const LevelLook look = lookOf(data, label.level, style);
    const double left = g.labels.left();
    painter.setPen(QPen(mixed(look.colour, style.palette.card, 0.6), style.line(1)));
    if (std::abs(label.y - label.wanted) > style.px(3))
      painter.drawLine(QPointF(g.histogram.right() + style.px(2), label.wanted),
                       QPointF(left - style.px(2), label.y - height / 2 + line1 / 2));
    QPainterPath mark;
    addMarker(mark, look.marker, {left + style.em(5), label.y - height / 2 + line1 / 2}, style.em(7));
    painter.fillPath(mark, look.colour);
    const double textLeft = left + style.em(14);
    painter.setFont(bold);
    painter.setPen(look.ink);
    painter.drawText(QRectF(textLeft, label.y - height / 2, g.labels.right() - textLeft, line1), Qt::AlignLeft | Qt::AlignVCenter,
                     nameWithin(data, label.level, QFontMetricsF(bold), g.labels.right() - textLeft));
    if (brief) continue;
    painter.setFont(small);
    painter.setPen(style.palette.quietInk);
    // Use the counts: the levels lag behind while a trace grows.
    const std::uint64_t below = label.level == 0 ? 0 : data.counts->upTo((*data.levels)[label.level - 1].upper_bound);
    const double share = static_cast<double>(data.counts->upTo(level.upper_bound) - below) /
                         std::max<double>(1, static_cast<double>(data.counts->total()));
    painter.drawText(QRectF(textLeft, label.y - height / 2 + line1, g.labels.right() - textLeft, line2),
                     Qt::AlignLeft | Qt::AlignVCenter, shareWords(level, data.verdicts, share));
  }
}

double scopeReading(const ScopeData& scope, std::uint64_t access) {
  const float cycles = (*scope.trace)[access];
  if (scope.levels == nullptr || scope.levels->empty()) return cycles;
  const inference::LatencyLevel& level = (*scope.levels)[scope.levels->level_of(cycles)];
  const double reach = levelReach(level.median);
  // A level as wide as this is no single latency.
  if (level.high - level.low > std::max(8.0, 0.1 * level.median)) return cycles;
  return cycles >= level.low - reach && cycles <= level.high + reach ? level.median : cycles;
}

QStringList scopeRemarks(const ScopeData& scope, std::uint64_t a, std::uint64_t b) {
  QStringList lines;
  const float own_a = (*scope.trace)[a], own_b = (*scope.trace)[b];
  if (cyclesText(own_a) != cyclesText(scopeReading(scope, a)) || cyclesText(own_b) != cyclesText(scopeReading(scope, b)))
    lines << tr("levels; the accesses: %1 → %2").arg(cyclesText(own_a), cyclesText(own_b));
  const std::uint64_t period = scope.order->period(), apart = a > b ? a - b : b - a;
  if (period > 0 && apart > 0 && apart % period == 0)
    lines << (apart == period ? tr("exactly 1 pass") : tr("exactly %1 passes").arg(counted(apart / period)));
  return lines;
}

}  // namespace chasescope
