// The heaps that pairs of places fall into by how much they hurt each other: strangers around zero, partners far from it.
#pragma once

#include "widgets/plot/part_head.h"
#include "widgets/views/conflicts/conflict_sets.h"

namespace chasescope {

PartHead heapsHead(const ConflictFacts& facts);
void paintHeaps(QPainter& painter, const QRectF& area, const ConflictFacts& facts, const PlotStyle& style);

}  // namespace chasescope
