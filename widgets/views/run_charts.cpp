#include "widgets/views/run_charts.h"

#include <QLineF>
#include <algorithm>

namespace chasescope {

std::optional<ChartMark> markOf(std::span<const RunChart> charts, const std::string& run) {
  for (std::size_t c = 0; c < charts.size(); ++c)
    for (std::size_t s = 0; s < charts[c].runs.size(); ++s)
      for (std::size_t p = 0; p < charts[c].runs[s].size(); ++p)
        if (charts[c].runs[s][p] == run) return ChartMark{c, s, p};
  return std::nullopt;
}

std::string runOf(std::span<const RunChart> charts, const ChartMark& mark) {
  const bool is_there = mark.chart < charts.size() && mark.series < charts[mark.chart].runs.size() &&
                        mark.point < charts[mark.chart].runs[mark.series].size();
  return is_there ? charts[mark.chart].runs[mark.series][mark.point] : std::string();
}

QPointF placeOf(const Chart& chart, const CurveAxes& axes, const SeriesPoint& point) {
  return isOfSizes(chart) ? axes.at(point.x, point.y) : axes.y.at(point.x, point.y);
}

std::optional<ChartMark> nearestMark(std::span<const RunChart> charts, std::span<const CurveAxes> axes, const QPointF& position,
                                     double distance) {
  std::optional<ChartMark> nearest;
  for (std::size_t c = 0; c < std::min(charts.size(), axes.size()); ++c) {
    const Chart& chart = charts[c].chart;
    for (std::size_t s = 0; s < chart.panel.series.size(); ++s)
      for (std::size_t p = 0; p < chart.panel.series[s].points.size(); ++p) {
        const double away = QLineF(placeOf(chart, axes[c], chart.panel.series[s].points[p]), position).length();
        if (away >= distance) continue;
        distance = away;
        nearest = ChartMark{c, s, p};
      }
  }
  return nearest;
}

std::optional<ChartMark> movedMark(std::span<const RunChart> charts, const std::optional<ChartMark>& from, int key) {
  if (charts.empty() || (key != Qt::Key_Up && key != Qt::Key_Down && key != Qt::Key_Left && key != Qt::Key_Right))
    return std::nullopt;
  if (!from) return ChartMark{};
  ChartMark mark = *from;
  const auto points = [&] { return charts[mark.chart].runs[mark.series].size(); };
  if (key == Qt::Key_Left && mark.point > 0) --mark.point;
  if (key == Qt::Key_Right && mark.point + 1 < points()) ++mark.point;
  if (key == Qt::Key_Down && mark.series + 1 < charts[mark.chart].runs.size()) {
    ++mark.series;
  } else if (key == Qt::Key_Down && mark.chart + 1 < charts.size()) {
    ++mark.chart;
    mark.series = 0;
  } else if (key == Qt::Key_Up && mark.series > 0) {
    --mark.series;
  } else if (key == Qt::Key_Up && mark.chart > 0) {
    --mark.chart;
    mark.series = charts[mark.chart].runs.size() - 1;
  }
  mark.point = std::min(mark.point, points() - 1);
  return mark;
}

std::vector<QRectF> pictureGrid(const QRectF& area, std::size_t pictures, double gap) {
  std::vector<QRectF> places;
  const std::size_t columns = pictures > 1 ? 2 : 1, rows = std::max<std::size_t>((pictures + columns - 1) / columns, 1);
  const QSizeF each((area.width() - gap * static_cast<double>(columns - 1)) / static_cast<double>(columns),
                    (area.height() - gap * static_cast<double>(rows - 1)) / static_cast<double>(rows));
  for (std::size_t i = 0; i < pictures; ++i)
    places.emplace_back(area.left() + static_cast<double>(i % columns) * (each.width() + gap),
                        area.top() + static_cast<double>(i / columns) * (each.height() + gap), each.width(), each.height());
  return places;
}

}  // namespace chasescope
