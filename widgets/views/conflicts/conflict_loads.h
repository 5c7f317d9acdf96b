// How many lines of a set stay: the share of misses over the number of its lines in the trial. It rises from zero once there are
// more lines than ways.
#pragma once

#include <optional>

#include "widgets/plot/part_head.h"
#include "widgets/views/conflicts/conflict_sets.h"

namespace chasescope {

/// `set`: as counted in the facts; without one, all sets together.
PartHead loadsHead(const ConflictFacts& facts, std::optional<std::size_t> set = std::nullopt);
/// Whether a dashed line marks the number of ways: it is known, of this set or the same for all sets, and some trials had more
/// lines.
bool drawsEndOfWays(const ConflictFacts& facts, std::optional<std::size_t> set = std::nullopt);
/// The largest share of misses (0 to 1) among the numbers of lines that a set has ways for, all sets together.
double mostMissingThatFit(const ConflictFacts& facts);
/// The height of the legend above the bars.
double loadsLegend(double width, const PlotStyle& style);
void paintLoads(QPainter& painter, const QRectF& area, const ConflictFacts& facts, std::optional<std::size_t> set,
                const PlotStyle& style);

}  // namespace chasescope
