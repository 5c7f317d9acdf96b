// How much memory each TLB covers, on one axis, with the memory that no TLB covers.
#pragma once

#include <QPainter>
#include <QRectF>

#include "widgets/style/plot_style.h"
#include "widgets/views/tlb/tlb_levels.h"

namespace chasescope {

/// The height of the axis and its bars, in the painter's units; 0 where it is not shown.
double reachHeight(const QRectF& area, const TlbLevels& tlbs, const PlotStyle& style);

void paintReach(QPainter& painter, const QRectF& area, const TlbLevels& tlbs, const PlotStyle& style);

}  // namespace chasescope
