// The ages of evicted lines as a table: a column for each age, a row for the last use and one for the arrival, and in each cell its
// share of the replacements. A policy that evicts by the last use has one black cell in the first row.
#pragma once

#include <QPainter>

#include "widgets/plot/part_head.h"
#include "widgets/views/conflicts/conflict_sets.h"
#include "widgets/views/conflicts/victim_ages.h"

namespace chasescope {

PartHead agesHead(const VictimAges& ages);
/// The height without the head.
double agesHeight(const VictimAges& ages, const PlotStyle& style);
void paintAges(QPainter& painter, const QRectF& area, const VictimAges& ages, const PlotStyle& style);

}  // namespace chasescope
