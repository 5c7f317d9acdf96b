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

/// A figure on paper has no more cells than these; more are drawn by the slowest access of each patch.
inline constexpr std::size_t kPatternPrintRows = 400, kPatternPrintColumns = 600;

double patternLegendWidth(const PlotStyle& style);

/// Colour of a cell. Latency runs over viridis between the lowest and the highest level.
QColor patternColour(float cycles, const PatternSource& source, PatternShade shade, const PlotStyle& style);

void paintPattern(QPainter& painter, const PatternSource& source, PatternShade shade, const PatternGeometry& geometry,
                  const PlotStyle& style);
void paintPatternLegend(QPainter& painter, const PatternSource& source, PatternShade shade, const PatternGeometry& geometry,
                        const PlotStyle& style);

}  // namespace chasescope
