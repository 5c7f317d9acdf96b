// Linear axes painted with a plain QPainter, for drawings that are laid out by themselves rather than by QCustomPlot: the same look
// on screen and on paper.
#pragma once

#include <QPainter>
#include <QPainterPath>
#include <QRectF>
#include <QString>
#include <algorithm>
#include <cmath>
#include <vector>

#include "widgets/style/plot_style.h"

namespace chasescope {

/// Maps values to the area `plot`, in the painter's units.
struct PlainAxes {
  QRectF plot;
  double x0 = 0, x1 = 1;  ///< values at the left and right edge
  double y0 = 0, y1 = 1;  ///< values at the lower and upper edge
  double left = 0;        ///< room at the left for numbers and title; 0: as leftOfAxes() says
  bool part = false;      ///< only a part of the data's range in x is shown, so curves have to be clipped
  bool part_y = false;    ///< only a part of the data's range in y is shown
  bool log_x = false, log_y = false;  ///< logarithmic axes; all ends are above 0 then
  double toX(double x) const { return plot.left() + share(x, x0, x1, log_x) * plot.width(); }
  double toY(double y) const { return plot.bottom() - share(y, y0, y1, log_y) * plot.height(); }
  double fromX(double pixel) const {
    const double at = (pixel - plot.left()) / plot.width();
    return log_x ? x0 * std::pow(x1 / x0, at) : x0 + at * (x1 - x0);
  }
  QPointF at(double x, double y) const { return {toX(x), toY(y)}; }

 private:
  /// Values that are not above 0 lie at the lower end of a logarithmic axis.
  static double share(double value, double from, double to, bool logarithmic) {
    return logarithmic ? std::log(std::max(value, from) / from) / std::log(to / from) : (value - from) / (to - from);
  }
};

/// Steps of 1, 2 or 5 times a power of ten, so that about `count` of them fill `range`; at least `smallest`.
double tickStep(double range, int count, double smallest = 0);

/// Round numbers between both ends: at even steps, or on a logarithmic axis the powers of ten, with their doubles and halves if
/// about `count` numbers leave room for them.
std::vector<double> ticksBetween(double from, double to, double step);
std::vector<double> logTicks(double from, double to, int count);

/// Room that the numbers and the title need at the left and below, in the painter's units.
double leftOfAxes(const PlotStyle& style, double highestY);
double belowAxes(const PlotStyle& style, bool title = true);

struct AxesText {
  QString x, y;      ///< titles; an empty x leaves its numbers out, too
  double stepX = 0;  ///< 0: chosen to fit
  bool numbersY = true;  ///< whether numbers stand at the left; without them only grid lines
};

/// Draws an axis title below a plot, in the painter's font: centred, or if it is longer than the plot, from as far left as `from`.
void paintTitleBelow(QPainter& painter, double from, const QRectF& plot, double top, const QString& title);

/// Clips what is drawn from here on to the plot, if the axes show only a part.
void clipToPart(QPainter& painter, const PlainAxes& axes, const PlotStyle& style);

/// A line through points of the axes' values, in their order.
QPainterPath lineThrough(const PlainAxes& axes, const std::vector<QPointF>& points);

/// Grid lines, numbers and titles around `axes.plot`.
void paintAxes(QPainter& painter, const PlainAxes& axes, const AxesText& text, const PlotStyle& style);

}  // namespace chasescope
