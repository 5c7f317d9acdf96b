// What a miss pattern shows, painted with a plain QPainter: as an image on a screen, as rectangles on paper.
#pragma once

#include <QPainter>
#include <QRectF>
#include <optional>

#include "widgets/style/plot_style.h"
#include "widgets/views/pattern/pattern_source.h"

namespace chasescope {

enum class PatternShade { latency, hitMiss };

/// How many cells a map has room for: none is narrower than a pixel of what is drawn on, nor on paper than ink can tell.
struct CellRoom {
  std::size_t rows, columns;
};

/// Where things lie: `plot` in the painter's units, and what rows and columns it shows; cell (r, c) is centred at c, r.
struct PatternGeometry {
  QRectF plot, legend;
  std::optional<CellRoom> room{};  ///< decided before the layout, which it changes; else by what is drawn on
  double x0 = -0.5, x1 = 0.5;  ///< columns at the left and right edge
  double y0 = -0.5, y1 = 0.5;  ///< rows at the upper and lower edge
  double toX(double column) const { return plot.left() + (column - x0) / (x1 - x0) * plot.width(); }
  double toY(double row) const { return plot.top() + (row - y0) / (y1 - y0) * plot.height(); }
};

/// A drawing on paper has no more cells than these: a tenth of a millimetre in a column.
inline constexpr std::size_t kPatternPrintRows = 400, kPatternPrintColumns = 600;

double patternLegendWidth(const PlotStyle& style);

/// What a picture of this shade reads of its cells: shares of misses, where it is known what a miss is.
PatternValue patternValue(const PatternSource& source, PatternShade shade);

/// Of a plot of this size on paper, in the units of figures. However finely it is printed: a figure is laid out once for all files.
CellRoom paperRoom(const QSizeF& plot);
/// On paper that; else by the pixels of what `painter` paints on.
CellRoom cellRoom(const QPainter& painter, const QRectF& plot, const PlotStyle& style);

/// Whether cells of the source share a cell of the picture, and are drawn as their mean. `painter` paints on what is drawn on.
bool patternBlends(const QPainter& painter, const PatternSource& source, const PatternGeometry& geometry, const PlotStyle& style);

void paintPattern(QPainter& painter, const PatternSource& source, PatternShade shade, const PatternGeometry& geometry,
                  const PlotStyle& style);
void paintPatternLegend(QPainter& painter, const PatternSource& source, PatternShade shade, const PatternGeometry& geometry,
                        const PlotStyle& style);

}  // namespace chasescope
