#include "widgets/views/pattern/pattern_scene.h"

#include <QImage>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "widgets/plot/scope_scene.h"
#include "widgets/style/verdict_look.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr double kCrossPixels = 7;
constexpr double kGapPixels = 6;

/// The latencies between which the colours run.
struct Scale {
  float low = 0, high = 1;
  std::optional<float> firstHit, lastHit, firstUntold, lastUntold, firstMiss;  // medians of levels
  bool tellsSome() const { return lastHit || firstMiss; }
};
Scale scaleOf(const PatternSource& source) {
  Scale scale;
  const auto& levels = source.levels();
  if (levels.empty()) return scale;
  scale.low = levels.levels().front().low;
  scale.high = std::max(levels.levels().back().high, scale.low + 1);
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const step::Verdict verdict = source.verdict(i);
    const bool hit = verdict == step::Verdict::hit, untold = verdict == step::Verdict::unknown;
    if (hit && !scale.firstHit) scale.firstHit = levels[i].median;
    if (hit) scale.lastHit = levels[i].median;
    if (untold && !scale.firstUntold) scale.firstUntold = levels[i].median;
    if (untold) scale.lastUntold = levels[i].median;
    if (!hit && !untold && !scale.firstMiss) scale.firstMiss = levels[i].median;
  }
  return scale;
}

/// Colours of cells from a table, as a grid has half a million cells. Hits are pale blue and misses vermilion; cells with both are
/// mixed by the share of misses. In the shade by latency, slower levels have stronger colours. Levels without a verdict are green,
/// unlike hits and misses. If no level has a verdict, colours run over viridis between the lowest and the highest level.
class Colours {
 public:
  Colours(const PatternSource& source, PatternShade shade, const PlotStyle& style)
      : scale_(scaleOf(source)), palette_(style.palette), shade_(shade), value_(patternValue(source, shade)) {
    if (value_ == PatternValue::missShare) scale_.low = 0, scale_.high = 1;
    for (std::size_t i = 0; i < kColours; ++i) {
      const double t = static_cast<double>(i) / static_cast<double>(kColours - 1);
      table_[i] = colourAt(t).rgb();
    }
    nothing_ = style.palette.sunken.rgb();
  }
  QRgb operator()(float value) const {
    if (value < 0) return nothing_;
    const float t = std::clamp((value - scale_.low) / (scale_.high - scale_.low), 0.0F, 1.0F);
    return table_[static_cast<std::size_t>(t * static_cast<float>(kColours - 1) + 0.5F)];
  }
  const Scale& scale() const { return scale_; }
  PatternValue value() const { return value_; }

 private:
  /// The colour at a place of the scale, 0 to 1.
  QColor colourAt(double t) const {
    const QColor hit = verdictFill(step::Verdict::hit, palette_), miss = verdictFill(step::Verdict::miss, palette_);
    if (value_ == PatternValue::missShare) return mixed(miss, hit, t);
    if (!scale_.tellsSome()) return heat(t, palette_);
    const double cycles = scale_.low + t * (scale_.high - scale_.low);
    // By latency, slower hits are a stronger blue and slower misses a deeper red; means of both lie between.
    const bool by_latency = shade_ == PatternShade::latency;
    const QColor slowHit =
        mixed(verdictColour(step::Verdict::hit, palette_), hit, by_latency && scale_.lastHit > scale_.firstHit ? 0.45 : 0);
    const QColor slowMiss = mixed(palette_.ink, miss, by_latency ? 0.4 : 0);
    const QColor slowUntold = levelColour(kUntoldLevel, palette_);
    const QColor untold = mixed(slowUntold, palette_.card, scale_.lastUntold > scale_.firstUntold ? 0.5 : 1);
    const auto between = [cycles](double from, double to) {
      return to > from ? std::clamp((cycles - from) / (to - from), 0.0, 1.0) : 1.0;
    };
    if (scale_.lastHit && cycles <= *scale_.lastHit) return mixed(slowHit, hit, between(*scale_.firstHit, *scale_.lastHit));
    if (scale_.firstMiss && cycles >= *scale_.firstMiss) {
      const double last = std::max<double>(scale_.high, *scale_.firstMiss * 1.1);
      return mixed(slowMiss, miss, between(*scale_.firstMiss, last) * (scale_.high > *scale_.firstMiss * 1.1 ? 1 : 0));
    }
    if (!scale_.firstUntold)
      return !scale_.firstMiss ? slowHit
             : scale_.lastHit  ? mixed(miss, slowHit, between(*scale_.lastHit, *scale_.firstMiss))
                               : miss;
    if (cycles < *scale_.firstUntold)
      return scale_.lastHit ? mixed(untold, slowHit, between(*scale_.lastHit, *scale_.firstUntold)) : untold;
    if (cycles <= *scale_.lastUntold || !scale_.firstMiss)
      return scale_.lastUntold > scale_.firstUntold ? mixed(slowUntold, untold, between(*scale_.firstUntold, *scale_.lastUntold))
                                                    : slowUntold;
    return mixed(miss, slowUntold, between(*scale_.lastUntold, *scale_.firstMiss));
  }

  static constexpr std::size_t kColours = 1024, kUntoldLevel = 1;
  Scale scale_;
  const Palette& palette_;
  PatternShade shade_;
  PatternValue value_;
  std::array<QRgb, kColours> table_{};
  QRgb nothing_ = 0;
};

struct Cut {
  std::size_t rowBegin, rowEnd, columnBegin, columnEnd;
  PatternGrid grid;
  QRectF area;  // the area of the grid

  std::size_t rows() const { return rowEnd - rowBegin; }
  std::size_t columns() const { return columnEnd - columnBegin; }
};

/// The visible part of the source.
Cut sightOf(const PatternSource& source, const PatternGeometry& g) {
  const auto first = [](double at) { return static_cast<std::size_t>(std::max(0.0, std::floor(at + 0.5))); };
  const auto last = [](double at, std::size_t limit) {
    return static_cast<std::size_t>(std::clamp(std::ceil(at + 0.5 - 1e-9), 0.0, static_cast<double>(limit)));
  };
  Cut cut{first(g.y0), last(g.y1, source.rows()), first(g.x0), last(g.x1, source.columns()), {}, {}};
  cut.rowEnd = std::max(cut.rowEnd, cut.rowBegin);
  cut.columnEnd = std::max(cut.columnEnd, cut.columnBegin);
  cut.area = QRectF(QPointF(g.toX(static_cast<double>(cut.columnBegin) - 0.5), g.toY(static_cast<double>(cut.rowBegin) - 0.5)),
                    QPointF(g.toX(static_cast<double>(cut.columnEnd) - 0.5), g.toY(static_cast<double>(cut.rowEnd) - 0.5)));
  return cut;
}

void paintImage(QPainter& painter, const Cut& cut, const Colours& colours) {
  QImage image(static_cast<int>(cut.grid.columns), static_cast<int>(cut.grid.rows), QImage::Format_RGB32);
  for (std::size_t r = 0; r < cut.grid.rows; ++r) {
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(static_cast<int>(r)));
    for (std::size_t c = 0; c < cut.grid.columns; ++c) line[c] = colours(cut.grid.at(r, c));
  }
  painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.drawImage(cut.area, image);
}

/// Draws one rectangle for each run of equal cells in a row; an equal row below makes these rectangles higher.
void paintRectangles(QPainter& painter, const Cut& cut, const Colours& colours) {
  const PatternGrid& grid = cut.grid;
  const auto x = [&](std::size_t c) {
    return cut.area.left() + cut.area.width() * static_cast<double>(c) / static_cast<double>(grid.columns);
  };
  const auto y = [&](std::size_t r) {
    return cut.area.top() + cut.area.height() * static_cast<double>(r) / static_cast<double>(grid.rows);
  };
  std::vector<QRgb> row(grid.columns), next(grid.columns);
  const auto read = [&](std::size_t r, std::vector<QRgb>& into) {
    for (std::size_t c = 0; c < grid.columns; ++c) into[c] = colours(grid.at(r, c));
  };
  painter.setRenderHint(QPainter::Antialiasing, false);
  for (std::size_t r = 0; r < grid.rows;) {
    read(r, row);
    std::size_t end = r + 1;
    for (; end < grid.rows; ++end) {
      read(end, next);
      if (next != row) break;
    }
    for (std::size_t c = 0; c < grid.columns;) {
      std::size_t stop = c + 1;
      while (stop < grid.columns && row[stop] == row[c]) ++stop;
      painter.fillRect(QRectF(QPointF(x(c), y(r)), QPointF(x(stop), y(end))), QColor(row[c]));
      c = stop;
    }
    r = end;
  }
}

/// Draws gaps between cells and a cross on each miss, where cells are large enough.
void paintCellMarks(QPainter& painter, const PatternSource& source, const Cut& cut, const PlotStyle& style) {
  if (cut.grid.rows != cut.rows() || cut.grid.columns != cut.columns()) return;
  const double width = cut.area.width() / static_cast<double>(cut.columns());
  const double height = cut.area.height() / static_cast<double>(cut.rows());
  if (width >= style.px(kGapPixels) && height >= style.px(kGapPixels)) {
    QList<QLineF> lines;
    for (std::size_t c = 1; c < cut.grid.columns; ++c) {
      const double x = cut.area.left() + width * static_cast<double>(c);
      lines << QLineF(x, cut.area.top(), x, cut.area.bottom());
    }
    for (std::size_t r = 1; r < cut.grid.rows; ++r) {
      const double y = cut.area.top() + height * static_cast<double>(r);
      lines << QLineF(cut.area.left(), y, cut.area.right(), y);
    }
    painter.setRenderHint(QPainter::Antialiasing, style.print);
    painter.setPen(QPen(style.palette.card, style.line(std::min(width, height) > style.line(14) ? 1.5 : 1)));
    painter.drawLines(lines);
  }
  if (!source.isTold() || width < style.px(kCrossPixels) || height < style.px(kCrossPixels)) return;
  const PatternGrid missed = readGrid(source, PatternValue::missShare, cut.rowBegin, cut.rowEnd, cut.columnBegin, cut.columnEnd,
                                      cut.grid.rows, cut.grid.columns);
  painter.setRenderHint(QPainter::Antialiasing, true);
  for (std::size_t r = 0; r < missed.rows; ++r)
    for (std::size_t c = 0; c < missed.columns; ++c)
      if (missed.at(r, c) >= 0.5F)
        paintCross(painter,
                   QRectF(cut.area.left() + width * static_cast<double>(c), cut.area.top() + height * static_cast<double>(r), width, height),
                   style.palette.card, style.line(1.4));
}

void swatch(QPainter& painter, const PatternGeometry& g, double y, step::Verdict verdict, const PlotStyle& style) {
  const double size = style.em(13);
  const QRectF box(g.legend.left(), y, size, size);
  painter.fillRect(box, verdictFill(verdict, style.palette));
  painter.setRenderHint(QPainter::Antialiasing, true);
  if (verdict == step::Verdict::miss) paintCross(painter, box, style.palette.card, style.line(1.4));
  painter.setFont(style.text());
  painter.setPen(style.palette.ink);
  painter.drawText(QRectF(box.right() + style.em(6), y - size, g.legend.right() - box.right(), size * 3),
                   Qt::AlignLeft | Qt::AlignVCenter, verdictText(verdict));
}

/// A bar of the colours between `low` and `high`, with a tick and a label at each value; the first values have precedence.
void paintBar(QPainter& painter, const PatternGeometry& g, const QString& title, const Colours& colours, double low, double high,
              const std::vector<std::pair<double, QString>>& ticks, const PlotStyle& style) {
  const QFont font = style.number();
  const double textHeight = QFontMetricsF(font).height();
  // On a screen the end labels stay within the plot's height; in a low plot the title is left out for them.
  const bool titled = style.print || g.legend.height() > textHeight * 4;
  const double above = titled ? 1.3 : 0.5, below = style.print ? 0.3 : 0.5;
  const QRectF bar(g.legend.left(), g.legend.top() + textHeight * above, style.em(12),
                   std::min(g.legend.height() - textHeight * (above + below), style.em(180)));
  if (bar.height() <= 0) return;
  painter.setFont(style.small());
  painter.setPen(style.palette.quietInk);
  if (titled)
    painter.drawText(QRectF(g.legend.left(), g.legend.top(), g.legend.width(), textHeight), Qt::AlignLeft | Qt::AlignVCenter,
                     title);
  constexpr int kSteps = 48;
  painter.setRenderHint(QPainter::Antialiasing, false);
  for (int i = 0; i < kSteps; ++i)
    painter.fillRect(
        QRectF(bar.left(), bar.bottom() - bar.height() * (i + 1) / kSteps, bar.width(), bar.height() / kSteps + style.px(0.5)),
        QColor(colours(static_cast<float>(low + (high - low) * (i + 0.5) / kSteps))));
  painter.setFont(font);
  std::vector<double> taken;
  for (const auto& [value, words] : ticks) {
    const double y = bar.bottom() - bar.height() * std::clamp((value - low) / (high - low), 0.0, 1.0);
    if (std::any_of(taken.begin(), taken.end(), [&](double other) { return std::abs(other - y) < textHeight; })) continue;
    taken.push_back(y);
    painter.setPen(QPen(style.palette.ink, style.line(1)));
    painter.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + style.px(4), y));
    painter.drawText(QRectF(bar.right() + style.em(7), y - textHeight / 2, g.legend.right() - bar.right(), textHeight),
                     Qt::AlignLeft | Qt::AlignVCenter, words);
  }
}

}  // namespace

double patternLegendWidth(const PlotStyle& style) { return style.em(96); }

PatternValue patternValue(const PatternSource& source, PatternShade shade) {
  return shade == PatternShade::hitMiss && source.isTold() ? PatternValue::missShare : PatternValue::cycles;
}

CellRoom paperRoom(const QSizeF& plot) {
  constexpr double kDots = 300.0 / 720;  // dots of a PNG per unit of a figure
  const auto fitting = [](double length, std::size_t most) {
    return std::min(static_cast<std::size_t>(std::max(1.0, std::floor(length * kDots))), most);
  };
  return {fitting(plot.height(), kPatternPrintRows), fitting(plot.width(), kPatternPrintColumns)};
}

CellRoom cellRoom(const QPainter& painter, const QRectF& plot, const PlotStyle& style) {
  if (style.print) return paperRoom(plot.size());
  const QTransform to = painter.deviceTransform();
  const auto fitting = [](double length) { return static_cast<std::size_t>(std::max(1.0, std::floor(length))); };
  return {fitting(plot.height() * std::hypot(to.m21(), to.m22())), fitting(plot.width() * std::hypot(to.m11(), to.m12()))};
}

namespace {

CellRoom roomOf(const QPainter& painter, const PatternGeometry& geometry, const PlotStyle& style) {
  return geometry.room ? *geometry.room : cellRoom(painter, geometry.plot, style);
}

}  // namespace

bool patternBlends(const QPainter& painter, const PatternSource& source, const PatternGeometry& geometry, const PlotStyle& style) {
  const Cut cut = sightOf(source, geometry);
  const CellRoom room = roomOf(painter, geometry, style);
  return cut.rows() > room.rows || cut.columns() > room.columns;
}

void paintPattern(QPainter& painter, const PatternSource& source, PatternShade shade, const PatternGeometry& g,
                  const PlotStyle& style) {
  const CellRoom room = roomOf(painter, g, style);
  const Colours colours(source, shade, style);
  Cut cut = sightOf(source, g);
  cut.grid = readGrid(source, colours.value(), cut.rowBegin, cut.rowEnd, cut.columnBegin, cut.columnEnd, room.rows, room.columns);
  if (cut.grid.values.empty()) return;
  if (style.print) {
    paintRectangles(painter, cut, colours);
  } else {
    paintImage(painter, cut, colours);
  }
  paintCellMarks(painter, source, cut, style);
}

void paintPatternLegend(QPainter& painter, const PatternSource& source, PatternShade shade, const PatternGeometry& g,
                        const PlotStyle& style) {
  const auto& levels = source.levels();
  if (levels.empty()) return;
  const Colours colours(source, shade, style);
  const bool blends = source.mixes() || patternBlends(painter, source, g, style);
  if (colours.value() == PatternValue::missShare) {
    if (blends)
      return paintBar(painter, g, tr("share of misses"), colours, 0, 1,
                      {{0, tr("0 %, hit")}, {1, tr("100 %, miss")}, {0.5, tr("50 %")}}, style);
    swatch(painter, g, g.legend.top(), step::Verdict::hit, style);
    return swatch(painter, g, g.legend.top() + style.em(22), step::Verdict::miss, style);
  }
  std::vector<std::pair<double, QString>> ticks;
  const auto tick = [&](std::size_t level) {
    const step::Verdict verdict = source.verdict(level);
    const QString cycles = cyclesText(levels[level].median);
    ticks.emplace_back(levels[level].median,
                       verdict == step::Verdict::unknown ? cycles : QStringLiteral("%1 %2").arg(cycles, verdictText(verdict)));
  };
  // Where there is no room for all labels, keep the lowest and the highest.
  tick(0);
  tick(levels.size() - 1);
  for (std::size_t level = 0; level < levels.size(); ++level) tick(level);
  paintBar(painter, g, blends ? tr("mean cycles") : tr("cycles"), colours, colours.scale().low, colours.scale().high, ticks, style);
}

}  // namespace chasescope
