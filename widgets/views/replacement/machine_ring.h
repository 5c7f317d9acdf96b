// The states of an automaton in a ring, and an arrow wherever a hit or a miss leads to another one. A miss that leads nowhere else
// is a loop, and outside of each state stands which way a miss replaces there.
#pragma once

#include <QPainter>

#include "widgets/style/markers.h"
#include "widgets/views/replacement/machine_facts.h"

namespace chasescope {

double ringHeight(double width, const MachineFacts& facts, const PlotStyle& style);
void paintRing(QPainter& painter, const QRectF& area, const MachineFacts& facts, const PlotStyle& style);

/// Such an arrow and what it stands for.
LegendEntry arrowEntry(const QColor& colour, const QString& words, const QColor& ink, const PlotStyle& style);

}  // namespace chasescope
