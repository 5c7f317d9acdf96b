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

/// What part of the plane `plot` shows, in the painter's units.
struct PlainAxes {
  QRectF plot;
  double x0 = 0, x1 = 1;  ///< values at the left and right edge
  double y0 = 0, y1 = 1;  ///< values at the lower and upper edge
  double left = 0;        ///< room at the left for numbers and title; 0: as leftOfAxes() says
  bool part = false;      ///< only a part of the values in x is in sight, so that what is drawn has to be cut off
  bool part_y = false;    ///< only a part of the values in y
  bool log_x = false, log_y = false;  ///< each factor is as wide, or as high, as the next; all ends are above 0 then
  double toX(double x) const { return plot.left() + share(x, x0, x1, log_x) * plot.width(); }
  double toY(double y) const { return plot.bottom() - share(y, y0, y1, log_y) * plot.height(); }
  double fromX(double pixel) const {
    const double at = (pixel - plot.left()) / plot.width();
    return log_x ? x0 * std::pow(x1 / x0, at) : x0 + at * (x1 - x0);
  }
  QPointF at(double x, double y) const { return {toX(x), toY(y)}; }

 private:
  /// What is not above 0 lies at the lower end of a logarithmic axis.
  static double share(double value, double from, double to, bool logarithmic) {
    return logarithmic ? std::log(std::max(value, from) / from) / std::log(to / from) : (value - from) / (to - from);
  }
};

/// Steps of 1, 2 or 5 times a power of ten, so that about `count` of them fill `range`; at least `smallest`.
double tickStep(double range, int count, double smallest = 0);

/// Round numbers from one end to the other: at even steps, or of a logarithmic axis at powers of ten with their doubles and halves
/// as far as there is room for `count`.
std::vector<double> ticksBetween(double from, double to, double step);
std::vector<double> logTicks(double from, double to, int count);

/// Room that the numbers and the title need at the left and below, in the painter's units.
double leftOfAxes(const PlotStyle& style, double highestY);
double belowAxes(const PlotStyle& style, bool title = true);

struct AxesText {
  QString x, y;      ///< titles; an empty x leaves its numbers out, too
  double stepX = 0;  ///< 0: as fits
  bool numbersY = true;  ///< numbers at the left; without them lines alone
};

/// The title of an axis below it, in the painter's font: under the plot's middle, or where it is longer to the left as far as `from`.
void paintTitleBelow(QPainter& painter, double from, const QRectF& plot, double top, const QString& title);

/// Cuts off what is painted from here on beside a plot that shows a part only.
void clipToPart(QPainter& painter, const PlainAxes& axes, const PlotStyle& style);

/// A line through points of the axes' values, in their order.
QPainterPath lineThrough(const PlainAxes& axes, const std::vector<QPointF>& points);

/// Grid lines, numbers and titles around `axes.plot`.
void paintAxes(QPainter& painter, const PlainAxes& axes, const AxesText& text, const PlotStyle& style);

}  // namespace chasescope
