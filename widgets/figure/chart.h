// A plot of a figure that is told as numbers alone: curves, marks and bars on one pair of axes, with places on the horizontal axis
// that have a name. What is painted is what other programs are given (widgets/figure/formats/figure_series.h).
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

/// A line across the plot at a place of the horizontal axis, with words above it.
struct ChartPlace {
  double at = 0;
  QString words;
};

struct Chart {
  SeriesPanel panel;
  std::vector<ChartPlace> places = {};
  /// Series whose marks often fall together: the first has the largest mark and the last the smallest, hollow, so that all are
  /// seen.
  bool nested = false;
  /// Words above the bars, in the order of the points of the first series of bars.
  std::vector<QString> values = {};
  /// Of the axes, for limits and cursors ("bytes", "cycles"); empty where no part of an axis can be shown. So many of the
  /// horizontal unit are one step of the axis.
  QString x_unit = {}, y_unit = {};
  double x_step = 1;
  FigureSight sight = {};  ///< the part of the axes that is shown, and whether they are logarithmic

  bool hasBars() const;
  /// Axes of names and of bars, which stand on 0, are linear; sizes are on doublings by themselves.
  bool canLogX() const { return panel.x.names.empty() && panel.x.scale != SeriesAxis::Scale::doubling && !hasBars(); }
  bool canLogY() const { return !hasBars(); }
};

/// The height that suits a width, both in the units of the style: title, legend and names are added to a plot of that share of it.
double naturalChartHeight(const Chart& chart, double width, const PlotStyle& style, double share = 0.5);
/// \return the axes that it was painted on.
CurveAxes paintChart(QPainter& painter, const QRectF& area, const Chart& chart, const PlotStyle& style);
/// Whether its horizontal axis is one of sizes, each doubling as wide as the next.
bool isOfSizes(const Chart& chart);

}  // namespace chasescope
