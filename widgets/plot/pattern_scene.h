// What a miss pattern shows, painted with a plain QPainter: as an image on a screen, as rectangles on paper.
#pragma once

#include <QPainter>
#include <QRectF>

#include "widgets/plot/pattern_source.h"
#include "widgets/plot/plot_style.h"

namespace chasescope {

enum class PatternShade { latency, hitMiss };

/// Where things lie: `plot` in the painter's units, and what rows and columns it shows; cell (r, c) is centred at c, r.
struct PatternGeometry {
  QRectF plot, legend;
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

/// How many cells a map has room for: none is narrower than a pixel of what is drawn on, nor on paper than ink can tell.
struct CellRoom {
  std::size_t rows, columns;
};
CellRoom cellRoom(const QPainter& painter, const QRectF& plot, const PlotStyle& style);

/// Whether cells of the source share a cell of the picture, and are drawn as their mean. `painter` paints on what is drawn on.
bool patternBlends(const QPainter& painter, const PatternSource& source, const PatternGeometry& geometry, const PlotStyle& style);

void paintPattern(QPainter& painter, const PatternSource& source, PatternShade shade, const PatternGeometry& geometry,
                  const PlotStyle& style);
void paintPatternLegend(QPainter& painter, const PatternSource& source, PatternShade shade, const PatternGeometry& geometry,
                        const PlotStyle& style);

}  // namespace chasescope
