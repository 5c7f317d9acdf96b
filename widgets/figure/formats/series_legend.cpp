// The legend in a drawing of another program. That program measures the names of the curves itself; this file can only estimate
// them.
#include <algorithm>

#include "widgets/figure/formats/series_files.h"

namespace chasescope {

double nameWidth(const std::vector<SeriesPanel>& panels, const SeriesLook& look) {
  // kLetter in sizes of the type; kSample in points: the piece of line and the gaps
  constexpr double kLetter = 0.55, kSample = 30, kPointsInMm = 72 / 25.4;
  qsizetype longest = 1;
  for (const SeriesPanel& panel : panels)
    for (const DataSeries& one : panel.series) longest = std::max(longest, one.name.size());
  return (static_cast<double>(longest) * kLetter * look.font_pt + kSample) / kPointsInMm;
}

int legendColumns(const std::vector<SeriesPanel>& panels, const SeriesLook& look) {
  constexpr int kMost = 3;
  if (isInside(look.legend) || look.legend == LegendPlace::right) return 1;
  return std::clamp(static_cast<int>(look.width_mm / nameWidth(panels, look)), 1, kMost);
}

LegendPlace legendWithRoom(const std::vector<SeriesPanel>& panels, const SeriesLook& look) {
  const bool narrow = look.legend == LegendPlace::right && nameWidth(panels, look) > look.width_mm / 2;
  return narrow ? LegendPlace::below : look.legend;
}

}  // namespace chasescope
