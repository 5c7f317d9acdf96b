// Who hurts whom, painted with a plain QPainter: the matrix of conflicts in order of address and set by set, the two heaps that its
// pairs fall into, and the misses over how many lines of a set were in.
#pragma once

#include <QPainter>

#include "widgets/plot/conflict_facts.h"
#include "widgets/plot/plot_style.h"

namespace chasescope {

/// The height that the picture takes at a width, both in the painter's units.
double conflictHeight(double width, const ConflictFacts& facts, const PlotStyle& style);

/// All of it: side by side where there is room, else one below the other.
void paintConflicts(QPainter& painter, const QRectF& area, const ConflictFacts& facts, const PlotStyle& style);

}  // namespace chasescope
