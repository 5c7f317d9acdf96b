// The markers of the levels, as shapes of equal weight, and the hatching of what is not known or not there.
#pragma once

#include <QPainterPath>
#include <QPointF>
#include <QRectF>

#include "widgets/plot/palette.h"

namespace chasescope {

/// Adds a marker around `centre`; `size` is its height.
void addMarker(QPainterPath& path, Marker marker, const QPointF& centre, double size);

/// Adds rising lines that end at the edges of `box`, `apart` from each other: lines rather than a brush's pattern, which vector files
/// would keep as a bitmap.
void addHatching(QPainterPath& path, const QRectF& box, double apart);

}  // namespace chasescope
