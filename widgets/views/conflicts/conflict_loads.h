// How many lines of a set stay: the share of misses over how many of its lines were in. It leaves zero where the ways end.
#pragma once

#include <optional>

#include "widgets/plot/part_head.h"
#include "widgets/views/conflicts/conflict_sets.h"

namespace chasescope {

/// `set`: as counted in the facts; nothing: all sets together.
PartHead loadsHead(const ConflictFacts& facts, std::optional<std::size_t> set = std::nullopt);
/// Whether a dashed line shows where the ways end: they are known, of this set or alike of all, and more lines were in.
bool drawsEndOfWays(const ConflictFacts& facts, std::optional<std::size_t> set = std::nullopt);
/// Of the lines of sets that have ways for all that are in, the largest share that missed (0 to 1): by how many were in, all sets
/// together.
double mostMissingThatFit(const ConflictFacts& facts);
void paintLoads(QPainter& painter, const QRectF& area, const ConflictFacts& facts, std::optional<std::size_t> set,
                const PlotStyle& style);

}  // namespace chasescope
