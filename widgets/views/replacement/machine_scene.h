// A replacement policy as an automaton: if it has few states, a ring of them with an arrow for each change of state, and a table of
// all transitions.
#pragma once

#include <QPainter>

#include "widgets/plot/part_head.h"
#include "widgets/views/replacement/machine_facts.h"

namespace chasescope {

PartHead machineHead(const MachineFacts& facts);
/// The height without the head.
double machineHeight(double width, const MachineFacts& facts, const PlotStyle& style);
void paintMachine(QPainter& painter, const QRectF& area, const MachineFacts& facts, const PlotStyle& style);

}  // namespace chasescope
