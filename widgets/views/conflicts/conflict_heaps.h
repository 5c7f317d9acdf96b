// A histogram of all pairs of lines (or pages), by how much more often one misses when the other takes part in the trial: pairs of
// different sets lie around zero, pairs of one set far from it.
#pragma once

#include "widgets/plot/part_head.h"
#include "widgets/views/conflicts/conflict_sets.h"

namespace chasescope {

PartHead heapsHead(const ConflictFacts& facts);
void paintHeaps(QPainter& painter, const QRectF& area, const ConflictFacts& facts, const PlotStyle& style);

}  // namespace chasescope
