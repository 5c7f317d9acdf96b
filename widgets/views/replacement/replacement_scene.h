// The drawing of replacement for the window and for figures: how often each way is replaced, with its interval (2014 paper, figure
// 8), and the miss rate over the footprint beside that of LRU (figure 9). Series differ in marker and dash, not only in colour.
#pragma once

#include <QPainter>
#include <optional>

#include "widgets/plot/plain_axes.h"
#include "widgets/views/replacement/replacement_facts.h"

namespace chasescope {

PlainAxes wayAxes(const QRectF& area, const ReplacementFacts& facts, const PlotStyle& style);
void paintWays(QPainter& painter, const PlainAxes& axes, const ReplacementFacts& facts, const PlotStyle& style);
/// The way whose bar is at a place; nothing where no bar is.
std::optional<std::size_t> wayAt(const PlainAxes& axes, const ReplacementFacts& facts, const QPointF& place);

PlainAxes missAxes(const QRectF& area, const ReplacementFacts& facts, const PlotStyle& style);
/// The number of bytes of one unit of these axes.
double missUnit(const ReplacementFacts& facts);
/// The title of these axes: "Footprint (KiB)".
QString missUnitText(const ReplacementFacts& facts);
/// The place of a point of the curve.
QPointF missPlace(const PlainAxes& axes, const ReplacementFacts& facts, const MissPoint& point);
void paintMissRates(QPainter& painter, const PlainAxes& axes, const ReplacementFacts& facts, const PlotStyle& style);

/// "16.7 %".
QString shareText(double share);

}  // namespace chasescope
