// Replacement as a drawing, the same in the window and in a figure: how often each way is replaced, with its interval (2014 paper,
// figure 8), and the miss rate over the footprint beside LRU's (figure 9). Series differ in marker and dash, not in colour alone.
#pragma once

#include <QPainter>
#include <optional>

#include "widgets/plot/plain_axes.h"
#include "widgets/views/replacement/replacement_facts.h"

namespace chasescope {

PlainAxes wayAxes(const QRectF& area, const ReplacementFacts& facts, const PlotStyle& style);
void paintWays(QPainter& painter, const PlainAxes& axes, const ReplacementFacts& facts, const PlotStyle& style);
/// The bar at a place.
std::optional<std::size_t> wayAt(const PlainAxes& axes, const ReplacementFacts& facts, const QPointF& place);

PlainAxes missAxes(const QRectF& area, const ReplacementFacts& facts, const PlotStyle& style);
/// Bytes to one step of these axes.
double missUnit(const ReplacementFacts& facts);
/// Their title: "Footprint (KiB)".
QString missUnitText(const ReplacementFacts& facts);
/// Where a point of the curve lies.
QPointF missPlace(const PlainAxes& axes, const ReplacementFacts& facts, const MissPoint& point);
void paintMissRates(QPainter& painter, const PlainAxes& axes, const ReplacementFacts& facts, const PlotStyle& style);

/// "16.7 %".
QString shareText(double share);

}  // namespace chasescope
