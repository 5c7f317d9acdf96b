#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/figure/formats/series_files.h"

namespace chasescope {

QByteArray seriesTable(const std::vector<SeriesPanel>& panels) {
  QByteArray table = "series,x,y,low,high\n";
  const auto cell = [](double value) { return ',' + QByteArray::number(value, 'g', 9); };
  int number = 0;
  for (const SeriesPanel& panel : panels)
    for (const DataSeries& one : panel.series) {
      ++number;
      for (const SeriesPoint& point : one.points)
        table += QByteArray::number(number) + cell(point.x) + cell(point.y) + cell(point.low.value_or(point.y)) +
                 cell(point.high.value_or(point.y)) + '\n';
    }
  return table;
}

std::vector<double> ticksOf(const SeriesPanel& panel) {
  double from = std::numeric_limits<double>::max(), to = 1;
  for (const DataSeries& one : panel.series)
    for (const SeriesPoint& point : one.points) {
      from = std::min(from, point.x);
      to = std::max(to, point.x);
    }
  from = std::max(1.0, panel.x.from.value_or(std::min(from, to)));
  to = std::max(from, panel.x.to.value_or(to));
  constexpr double kMost = 8;
  const double first = std::ceil(std::log2(from)), last = std::floor(std::log2(to));
  const double step = std::max(1.0, std::ceil((last - first + 1) / kMost));
  std::vector<double> ticks;
  for (double power = std::ceil(first / step) * step; power <= last; power += step) ticks.push_back(std::exp2(power));
  return ticks;
}

}  // namespace chasescope
