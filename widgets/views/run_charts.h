// Charts whose points are runs: a point that is chosen in a chart names its run, and a run that is chosen elsewhere names its
// point.
#pragma once

#include <QRectF>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "widgets/figure/chart.h"

namespace chasescope {

struct RunChart {
  std::string subject = {};  ///< the part of the hierarchy that the chart is about; empty if its colours do not depend on it
  Chart chart = {};          ///< its series have no colours yet
  std::vector<std::vector<std::string>> runs = {};  ///< ids of the runs of each series and point
};

/// A point of a curve.
struct ChartMark {
  std::size_t chart = 0, series = 0, point = 0;
  friend bool operator==(const ChartMark&, const ChartMark&) = default;
};

/// The first point of the run; none if no chart has it.
std::optional<ChartMark> markOf(std::span<const RunChart> charts, const std::string& run);
/// The run of the point; empty if there is no such point.
std::string runOf(std::span<const RunChart> charts, const ChartMark& mark);

/// Where the point is drawn. \param axes those that the chart was painted on
QPointF placeOf(const Chart& chart, const CurveAxes& axes, const SeriesPoint& point);
/// The point that lies nearest to a position, less than `distance` away. \param axes of the charts, as they were painted
std::optional<ChartMark> nearestMark(std::span<const RunChart> charts, std::span<const CurveAxes> axes, const QPointF& position,
                                     double distance);

/// The point to which an arrow key leads: left and right along the curve, up and down to the next curve, also of the next chart.
/// Without a point to start from, the first point. None for other keys, or without charts.
std::optional<ChartMark> movedMark(std::span<const RunChart> charts, const std::optional<ChartMark>& from, int key);

/// Places for so many pictures: two in a row, `gap` apart.
std::vector<QRectF> pictureGrid(const QRectF& area, std::size_t pictures, double gap);

}  // namespace chasescope
