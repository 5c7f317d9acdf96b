#include "widgets/plot/pattern_scene.h"

#include <QCoreApplication>
#include <QImage>
#include <algorithm>
#include <array>
#include <cmath>

#include "widgets/plot/scope_scene.h"

namespace chasescope {
namespace {

constexpr double kHatchPixels = 7;
constexpr double kGapPixels = 6;

struct Scale {
  float low, high;
};
Scale scaleOf(const PatternSource& source) {
  const auto& levels = source.levels();
  if (levels.empty()) return {0, 1};
  return {levels.levels().front().low, std::max(levels.levels().back().high, levels.levels().front().low + 1)};
}

/// Colours of cells, looked up: a grid has half a million of them.
class Colours {
 public:
  Colours(const PatternSource& source, PatternShade shade, const PlotStyle& style)
      : source_(source), shade_(shade), scale_(scaleOf(source)) {
    for (std::size_t i = 0; i < kColours; ++i)
      table_[i] = viridis(static_cast<double>(i) / static_cast<double>(kColours - 1)).rgb();
    hit_ = mixed(levelColour(0, style.palette), style.palette.card, style.palette.dark ? 0.34 : 0.22).rgb();
    miss_ = levelColour(2, style.palette).rgb();
    nothing_ = style.palette.sunken.rgb();
  }
  QRgb operator()(float cycles) const {
    if (cycles < 0) return nothing_;
    if (shade_ == PatternShade::hitMiss) return source_.isMiss(cycles) ? miss_ : hit_;
    const float t = std::clamp((cycles - scale_.low) / (scale_.high - scale_.low), 0.0F, 1.0F);
    return table_[static_cast<std::size_t>(t * static_cast<float>(kColours - 1) + 0.5F)];
  }

 private:
  const PatternSource& source_;
  PatternShade shade_;
  Scale scale_;
  static constexpr std::size_t kColours = 256;
  std::array<QRgb, kColours> table_{};
  QRgb hit_, miss_, nothing_;
};

struct Cut {
  std::size_t rowBegin, rowEnd, columnBegin, columnEnd;
  PatternGrid grid;
  QRectF area;  // where the grid lies
};

Cut cutFor(const PatternSource& source, const PatternGeometry& g, std::size_t mostRows, std::size_t mostColumns) {
  const auto first = [](double at) { return static_cast<std::size_t>(std::max(0.0, std::floor(at + 0.5))); };
  const auto last = [](double at, std::size_t limit) {
    return static_cast<std::size_t>(std::clamp(std::ceil(at + 0.5 - 1e-9), 0.0, static_cast<double>(limit)));
  };
  Cut cut{first(g.y0), last(g.y1, source.rows()), first(g.x0), last(g.x1, source.columns()), {}, {}};
  cut.grid = readGrid(source, cut.rowBegin, cut.rowEnd, cut.columnBegin, cut.columnEnd, mostRows, mostColumns);
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

/// One rectangle per run of equal cells, and rows that equal the one above grow it.
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

/// Gaps between cells and a stroke across each miss, where cells are large enough.
void paintCellMarks(QPainter& painter, const PatternSource& source, const Cut& cut, PatternShade shade, const PlotStyle& style) {
  const double width = cut.area.width() / static_cast<double>(cut.columnEnd - cut.columnBegin);
  const double height = cut.area.height() / static_cast<double>(cut.rowEnd - cut.rowBegin);
  const bool exact = cut.grid.rows == cut.rowEnd - cut.rowBegin && cut.grid.columns == cut.columnEnd - cut.columnBegin;
  if (!exact) return;
  QList<QLineF> lines;
  const bool gaps = width >= style.px(kGapPixels) && height >= style.px(kGapPixels);
  if (gaps)
    for (std::size_t c = 1; c < cut.grid.columns; ++c) {
      const double x = cut.area.left() + width * static_cast<double>(c);
      lines << QLineF(x, cut.area.top(), x, cut.area.bottom());
    }
  if (gaps)
    for (std::size_t r = 1; r < cut.grid.rows; ++r) {
      const double y = cut.area.top() + height * static_cast<double>(r);
      lines << QLineF(cut.area.left(), y, cut.area.right(), y);
    }
  painter.setRenderHint(QPainter::Antialiasing, style.print);
  painter.setPen(QPen(style.palette.card, style.line(std::min(width, height) > style.line(14) ? 1.5 : 1)));
  painter.drawLines(lines);

  if (shade != PatternShade::hitMiss || width < style.px(kHatchPixels) || height < style.px(kHatchPixels)) return;
  QList<QLineF> strokes;
  const double inset = std::min(width, height) * 0.26;
  for (std::size_t r = 0; r < cut.grid.rows; ++r)
    for (std::size_t c = 0; c < cut.grid.columns; ++c) {
      if (cut.grid.at(r, c) < 0 || !source.isMiss(cut.grid.at(r, c))) continue;
      const QRectF cell(cut.area.left() + width * static_cast<double>(c), cut.area.top() + height * static_cast<double>(r), width,
                        height);
      const QRectF inside =
          QRectF(cell.center() - QPointF(1, 1) * (std::min(width, height) / 2), QSizeF(1, 1) * std::min(width, height))
              .adjusted(inset, inset, -inset, -inset);
      strokes << QLineF(inside.bottomLeft(), inside.topRight()) << QLineF(inside.topLeft(), inside.bottomRight());
    }
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setPen(QPen(style.palette.card, style.line(1.4), Qt::SolidLine, Qt::RoundCap));
  painter.drawLines(strokes);
}

void swatch(QPainter& painter, const PatternGeometry& g, double y, QRgb colour, bool crossed, const QString& text,
            const PlotStyle& style) {
  const double size = style.em(13);
  const QRectF box(g.legend.left(), y, size, size);
  painter.setPen(Qt::NoPen);
  painter.fillRect(box, QColor(colour));
  painter.setRenderHint(QPainter::Antialiasing, true);
  if (crossed) {
    painter.setPen(QPen(style.palette.card, style.line(1.4), Qt::SolidLine, Qt::RoundCap));
    const QRectF in = box.adjusted(size * 0.26, size * 0.26, -size * 0.26, -size * 0.26);
    painter.drawLine(in.bottomLeft(), in.topRight());
    painter.drawLine(in.topLeft(), in.bottomRight());
  }
  painter.setFont(style.text());
  painter.setPen(style.palette.ink);
  painter.drawText(QRectF(box.right() + style.em(6), y - size, g.legend.right() - box.right(), size * 3),
                   Qt::AlignLeft | Qt::AlignVCenter, text);
}

}  // namespace

double patternLegendWidth(const PlotStyle& style) { return style.em(84); }

QColor patternColour(float cycles, const PatternSource& source, PatternShade shade, const PlotStyle& style) {
  return QColor(Colours(source, shade, style)(cycles));
}

void paintPattern(QPainter& painter, const PatternSource& source, PatternShade shade, const PatternGeometry& g,
                  const PlotStyle& style) {
  const double ratio = style.print ? 1 : painter.device()->devicePixelRatioF();
  const std::size_t mostRows = style.print ? kPatternPrintRows : static_cast<std::size_t>(std::max(1.0, g.plot.height() * ratio));
  const std::size_t mostColumns =
      style.print ? kPatternPrintColumns : static_cast<std::size_t>(std::max(1.0, g.plot.width() * ratio));
  const Cut cut = cutFor(source, g, mostRows, mostColumns);
  if (cut.grid.cycles.empty()) return;
  const Colours colours(source, shade, style);
  if (style.print) {
    paintRectangles(painter, cut, colours);
  } else {
    paintImage(painter, cut, colours);
  }
  paintCellMarks(painter, source, cut, shade, style);
}

void paintPatternLegend(QPainter& painter, const PatternSource& source, PatternShade shade, const PatternGeometry& g,
                        const PlotStyle& style) {
  const auto tr = [](const char* text) { return QCoreApplication::translate("PatternScene", text); };
  const Colours colours(source, shade, style);
  const auto& levels = source.levels();
  if (shade == PatternShade::hitMiss) {
    const double row = style.em(22);
    const bool told = levels.size() > 1;
    const float hit = levels.empty() ? 0 : levels[0].median;
    swatch(painter, g, g.legend.top(), colours(hit), false, told ? tr("hit") : tr("one level"), style);
    if (told) swatch(painter, g, g.legend.top() + row, colours(levels.levels().back().median), true, tr("miss"), style);
    return;
  }
  if (levels.empty()) return;
  const Scale scale = scaleOf(source);
  const QFont font = style.number();
  const double textHeight = QFontMetricsF(font).height();
  const QRectF bar(g.legend.left(), g.legend.top() + textHeight * 1.3, style.em(12),
                   std::min(g.legend.height() - textHeight * 1.6, style.em(180)));
  painter.setFont(style.small());
  painter.setPen(style.palette.quietInk);
  painter.drawText(QRectF(g.legend.left(), g.legend.top(), g.legend.width(), textHeight), Qt::AlignLeft | Qt::AlignVCenter,
                   tr("cycles"));
  constexpr int kSteps = 48;
  for (int i = 0; i < kSteps; ++i)
    painter.fillRect(
        QRectF(bar.left(), bar.bottom() - bar.height() * (i + 1) / kSteps, bar.width(), bar.height() / kSteps + style.px(0.5)),
        viridis((i + 0.5) / kSteps));
  // A tick at each level, where there is room; the lowest and the highest come first.
  painter.setFont(font);
  std::vector<double> taken;
  const auto tick = [&](float cycles) {
    const double y = bar.bottom() - bar.height() * std::clamp((cycles - scale.low) / (scale.high - scale.low), 0.0F, 1.0F);
    for (const double other : taken)
      if (std::abs(other - y) < textHeight) return;
    taken.push_back(y);
    painter.setPen(QPen(style.palette.ink, style.line(1)));
    painter.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + style.px(4), y));
    painter.setPen(style.palette.ink);
    painter.drawText(QRectF(bar.right() + style.em(7), y - textHeight / 2, g.legend.right() - bar.right(), textHeight),
                     Qt::AlignLeft | Qt::AlignVCenter, cyclesText(cycles));
  };
  tick(levels.levels().front().median);
  tick(levels.levels().back().median);
  for (const auto& level : levels.levels()) tick(level.median);
}

}  // namespace chasescope
