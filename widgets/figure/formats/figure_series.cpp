#include "widgets/figure/formats/figure_series.h"

namespace chasescope {

std::size_t pointsOf(const std::vector<SeriesPanel>& panels) {
  std::size_t points = 0;
  for (const SeriesPanel& panel : panels)
    for (const DataSeries& one : panel.series) points += one.points.size();
  return points;
}

}  // namespace chasescope
