#include "widgets/figure/figure_sight.h"

namespace chasescope {
namespace {

/// \return whether the ends are not those that they were.
bool cutTo(const AxisLimits& limits, double unit, double& from, double& to) {
  if (limits.from) from = *limits.from / unit;
  if (limits.to) to = *limits.to / unit;
  if (to <= from) to = from > 0 ? 2 * from : from + 1;
  return !limits.whole();
}

}  // namespace

PlainAxes partOf(PlainAxes axes, const FigureSight& sight, double unit) {
  axes.part = cutTo(sight.x, unit, axes.x0, axes.x1);
  axes.part_y = cutTo(sight.y, 1, axes.y0, axes.y1);
  return axes;
}

CurveAxes partOf(CurveAxes axes, const FigureSight& sight) {
  axes.y.part = cutTo(sight.x, 1, axes.x.from, axes.x.to);
  axes.y.part_y = cutTo(sight.y, 1, axes.y.y0, axes.y.y1);
  if (axes.x.from <= 0) axes.x.from = axes.x.to > 1 ? 1 : axes.x.to / 2;  // doublings begin above 0
  return axes;
}

FigureSight sightOf(const std::optional<Sight>& part) {
  FigureSight sight;
  if (part) sight.x = {part->from, part->to};
  return sight;
}

}  // namespace chasescope
