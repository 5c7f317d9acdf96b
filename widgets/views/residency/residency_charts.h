// What stays in the L2 (probe `residency`) as charts: shares over the size of a sweep and over the size of an array, bytes of
// persisting lines, and what a miss brings. The same charts serve the window and the figure.
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/findings/run.h"
#include "widgets/views/run_charts.h"

namespace chasescope {

using ResidencyCharts = std::vector<RunChart>;

/// The charts of which anything was measured. Empty, too, if time did not tell hits from misses.
ResidencyCharts gatherResidency(std::span<const RunPtr> runs);

/// "90 %", "Lines that stay after a sweep", "evict_last", "swept 240 MiB".
QStringList residencyWords(const ResidencyCharts& all, const ChartMark& mark);

QColor residencyColour(std::size_t series, const PlotStyle& style);
/// The chart with colours.
Chart dressedResidency(const RunChart& chart, const PlotStyle& style);

}  // namespace chasescope
