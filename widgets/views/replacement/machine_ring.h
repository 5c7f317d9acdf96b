// The states of an automaton in a ring, with an arrow for each hit or miss that changes the state. A miss that keeps the state is a
// loop. Outside each state stands the way that a miss replaces in it.
#pragma once

#include <QPainter>

#include "widgets/style/markers.h"
#include "widgets/views/replacement/machine_facts.h"

namespace chasescope {

double ringHeight(double width, const MachineFacts& facts, const PlotStyle& style);
void paintRing(QPainter& painter, const QRectF& area, const MachineFacts& facts, const PlotStyle& style);

/// A legend entry: an arrow with its meaning.
LegendEntry arrowEntry(const QColor& colour, const QString& words, const QColor& ink, const PlotStyle& style);

}  // namespace chasescope
