// A plot of a figure that is told as numbers alone: curves, marks and bars on one pair of axes, with places on the horizontal axis
// that have a name. What is painted is what other programs are given (formats/figure_series.h).
#pragma once

#include <QPainter>
#include <QRectF>
#include <QString>
#include <vector>

#include "widgets/figure/formats/figure_series.h"
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
};

/// The height that suits a width, both in the units of the style: title, legend and names are added to a plot of that share of it.
double naturalChartHeight(const Chart& chart, double width, const PlotStyle& style, double share = 0.5);
void paintChart(QPainter& painter, const QRectF& area, const Chart& chart, const PlotStyle& style);

}  // namespace chasescope
