// Which line of a full set goes, as a table: a column for each age, a row each for the last use and the arrival, and in the cells
// the share of the replacements. A policy that goes by the last use has one black cell in the first row.
#pragma once

#include <QPainter>

#include "widgets/plot/conflict_head.h"
#include "widgets/plot/victim_ages.h"

namespace chasescope {

ConflictHead agesHead(const VictimAges& ages);
/// Without the head.
double agesHeight(const VictimAges& ages, const PlotStyle& style);
void paintAges(QPainter& painter, const QRectF& area, const VictimAges& ages, const PlotStyle& style);

}  // namespace chasescope
