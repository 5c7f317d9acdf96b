// A plot that is described by numbers alone: curves, marks and bars on one pair of axes, with named places on the horizontal axis.
// The drawing has just the numbers that other programs get (widgets/figure/formats/figure_series.h).
#pragma once

#include <QPainter>
#include <QRectF>
#include <QString>
#include <vector>

#include "widgets/figure/figure_content.h"
#include "widgets/figure/formats/figure_series.h"
#include "widgets/plot/curve_axes.h"
#include "widgets/style/plot_style.h"

namespace chasescope {

/// A vertical line across the plot with a text above it.
struct ChartPlace {
  double at = 0;
  QString words;
};

struct Chart {
  SeriesPanel panel;
  std::vector<ChartPlace> places = {};
  /// For series whose marks often coincide: the first series has the largest marks and the last the smallest, all hollow, so that
  /// all are visible.
  bool nested = false;
  /// Words above the bars, in the order of the points of the first series of bars.
  std::vector<QString> values = {};
  /// The units of the axes for limits and cursors ("bytes", "cycles"); empty if no part of an axis can be chosen. `x_step`: one
  /// step of the axis in the horizontal unit.
  QString x_unit = {}, y_unit = {};
  double x_step = 1;
  FigureSight sight = {};  ///< the part of the axes that is shown, and whether they are logarithmic

  bool hasBars() const;
  /// Axes of names and axes of bars, which begin at 0, stay linear; axes of sizes are logarithmic anyway.
  bool canLogX() const { return panel.x.names.empty() && panel.x.scale != SeriesAxis::Scale::doubling && !hasBars(); }
  bool canLogY() const { return !hasBars(); }
};

/// The height for a width, both in the style's units: title, legend and names, and a plot whose height is `share` of the width.
double naturalChartHeight(const Chart& chart, double width, const PlotStyle& style, double share = 0.5);
/// \return the axes that it was painted on.
CurveAxes paintChart(QPainter& painter, const QRectF& area, const Chart& chart, const PlotStyle& style);
/// Whether the horizontal axis is a logarithmic one of sizes.
bool isOfSizes(const Chart& chart);

}  // namespace chasescope
