// The heaps that pairs of places fall into by how much they hurt each other: strangers around zero, partners far from it.
#pragma once

#include "widgets/plot/conflict_head.h"

namespace chasescope {

ConflictHead heapsHead(const ConflictFacts& facts);
void paintHeaps(QPainter& painter, const QRectF& area, const ConflictFacts& facts, const PlotStyle& style);

}  // namespace chasescope
