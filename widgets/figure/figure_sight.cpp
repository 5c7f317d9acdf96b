#include "widgets/figure/figure_sight.h"

#include <algorithm>
#include <cmath>

namespace chasescope {
namespace {

/// \return whether a part of the axis was chosen.
bool cutTo(const AxisLimits& limits, double unit, double& from, double& to) {
  if (limits.from) from = *limits.from / unit;
  if (limits.to) to = *limits.to / unit;
  if (to <= from) to = from > 0 ? 2 * from : from + 1;
  return !limits.whole();
}

}  // namespace

namespace {

/// The largest of 1, 2 or 5 times a power of ten that is not above the value.
double roundBelow(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  return (value >= 5 * power ? 5 : value >= 2 * power ? 2 : 1) * power;
}

/// Puts the lower end of a logarithmic axis above 0: at a round number at or below the least value.
void beginAbove(double least, double& from, double to) {
  if (from > 0) return;
  from = least > 0 && least < to ? roundBelow(least) : to / 1000;
}

}  // namespace

PlainAxes partOf(PlainAxes axes, const FigureSight& sight, const FigureTraits& traits, double unit) {
  axes.part = cutTo(sight.x, unit, axes.x0, axes.x1);
  axes.part_y = cutTo(sight.y, 1, axes.y0, axes.y1);
  axes.log_x = sight.log_x && traits.log_x;
  axes.log_y = sight.log_y && traits.log_y;
  if (axes.log_x) beginAbove(traits.x_data.from.value_or(0) / unit, axes.x0, axes.x1);
  if (axes.log_y) beginAbove(traits.y_data.from.value_or(0), axes.y0, axes.y1);
  return axes;
}

CurveAxes partOf(CurveAxes axes, const FigureSight& sight, const FigureTraits& traits) {
  axes.y.part = cutTo(sight.x, 1, axes.x.from, axes.x.to);
  axes.y.part_y = cutTo(sight.y, 1, axes.y.y0, axes.y.y1);
  axes.y.log_y = sight.log_y && traits.log_y;
  if (axes.y.log_y) beginAbove(traits.y_data.from.value_or(0), axes.y.y0, axes.y.y1);
  if (axes.x.from <= 0) axes.x.from = axes.x.to > 1 ? 1 : axes.x.to / 2;  // an axis of doublings can't begin at 0
  return axes;
}

FigureTraits withEnds(FigureTraits traits, const std::vector<SeriesPanel>& panels, double unit) {
  const auto take = [](AxisLimits& ends, double value) {
    ends.from = std::min(ends.from.value_or(value), value);
    ends.to = std::max(ends.to.value_or(value), value);
  };
  for (const SeriesPanel& panel : panels)
    for (const DataSeries& one : panel.series)
      for (const SeriesPoint& point : one.points) {
        take(traits.x_data, point.x * unit);
        if (&panel == &panels.front()) take(traits.y_data, point.y);
      }
  return traits;
}

SeriesAxis seriesAxis(const QString& title, const AxisLimits& part, bool logarithmic, std::optional<double> begin) {
  return {.title = title,
          .scale = logarithmic ? SeriesAxis::Scale::decades : SeriesAxis::Scale::linear,
          .from = part.from || logarithmic ? part.from : begin,
          .to = part.to};
}

FigureSight sightOf(const std::optional<Sight>& part, const CurveCursors& cursors) {
  FigureSight sight;
  sight.cursors = {cursors.at(0), cursors.at(1)};
  if (part) sight.x = {part->from, part->to};
  return sight;
}

}  // namespace chasescope
