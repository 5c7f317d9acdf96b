// The markers of the levels, as shapes of equal weight.
#pragma once

#include <QPainterPath>
#include <QPointF>

#include "widgets/plot/palette.h"

namespace chasescope {

/// Adds a marker around `centre`; `size` is its height.
void addMarker(QPainterPath& path, Marker marker, const QPointF& centre, double size);

}  // namespace chasescope
