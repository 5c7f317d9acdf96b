// Times of instructions over the size of their code as charts: straight code (probe `instructions`, topology thesis §6.2) and code
// in blocks, in the order of memory and scattered (probe `prefetch`, decision 55). The same charts serve the window and the
// figures.
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <span>
#include <vector>

#include "engine/findings/finding.h"
#include "engine/findings/run.h"
#include "widgets/views/run_charts.h"

namespace chasescope {

using CodeCharts = std::vector<RunChart>;

/// Cycles an instruction; a series for each instruction cache of the findings, up to the length at which it ends. None for fewer
/// than two lengths.
std::optional<RunChart> straightCodeChart(std::span<const RunPtr> runs, const std::vector<Finding>& findings);

/// Cycles a block, the median of the runs of a length; the first series has scattered blocks, the second one blocks in the order of
/// memory. None for fewer than two lengths.
std::optional<RunChart> blockCodeChart(std::span<const RunPtr> runs);

/// Those of the two of which anything was measured.
CodeCharts gatherCode(std::span<const RunPtr> runs, const std::vector<Finding>& findings);

/// "2.24 cycles an instruction", "96 KiB of straight code".
QStringList codeWords(const CodeCharts& all, const ChartMark& mark);

/// The chart with colours.
Chart dressedCode(const RunChart& chart, const PlotStyle& style);

}  // namespace chasescope
