// A replacement policy as an automaton: a ring of its states with an arrow wherever a hit or a miss leads on, where there are few,
// and a table of all that it does.
#pragma once

#include <QPainter>

#include "widgets/plot/part_head.h"
#include "widgets/views/replacement/machine_facts.h"

namespace chasescope {

PartHead machineHead(const MachineFacts& facts);
/// Without the head.
double machineHeight(double width, const MachineFacts& facts, const PlotStyle& style);
void paintMachine(QPainter& painter, const QRectF& area, const MachineFacts& facts, const PlotStyle& style);

}  // namespace chasescope
