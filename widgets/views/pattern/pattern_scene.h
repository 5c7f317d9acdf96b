// The content of a miss pattern, painted with a plain QPainter: as an image on a screen, as rectangles on paper.
#pragma once

#include <QPainter>
#include <QRectF>
#include <optional>

#include "widgets/style/plot_style.h"
#include "widgets/views/pattern/pattern_source.h"

namespace chasescope {

enum class PatternShade { latency, hitMiss };

/// How many cells fit into a map: no cell is narrower than a pixel of the device, or on paper than print can show.
struct CellRoom {
  std::size_t rows, columns;
};

/// The area `plot` in the painter's units, and the rows and columns that it shows; the centre of cell (r, c) lies at c, r.
struct PatternGeometry {
  QRectF plot, legend;
  std::optional<CellRoom> room{};  ///< set before the layout, which depends on it; else taken from the paint device
  double x0 = -0.5, x1 = 0.5;  ///< columns at the left and right edge
  double y0 = -0.5, y1 = 0.5;  ///< rows at the upper and lower edge
  double toX(double column) const { return plot.left() + (column - x0) / (x1 - x0) * plot.width(); }
  double toY(double row) const { return plot.top() + (row - y0) / (y1 - y0) * plot.height(); }
};

/// The most cells of a drawing on paper: a tenth of a millimetre each in a column's width.
inline constexpr std::size_t kPatternPrintRows = 400, kPatternPrintColumns = 600;

double patternLegendWidth(const PlotStyle& style);

/// The value that a picture of this shade reads: shares of misses, where misses are known.
PatternValue patternValue(const PatternSource& source, PatternShade shade);

/// The room of a plot of this size on paper, in the units of figures. It does not depend on the resolution: a figure has one layout
/// for all formats.
CellRoom paperRoom(const QSizeF& plot);
/// paperRoom() on paper; else by the pixels of the device that `painter` paints on.
CellRoom cellRoom(const QPainter& painter, const QRectF& plot, const PlotStyle& style);

/// Whether several cells of the source share a cell of the picture, which shows their mean. `painter` paints on the final device.
bool patternBlends(const QPainter& painter, const PatternSource& source, const PatternGeometry& geometry, const PlotStyle& style);

void paintPattern(QPainter& painter, const PatternSource& source, PatternShade shade, const PatternGeometry& geometry,
                  const PlotStyle& style);
void paintPatternLegend(QPainter& painter, const PatternSource& source, PatternShade shade, const PatternGeometry& geometry,
                        const PlotStyle& style);

}  // namespace chasescope
