// The axes of a curve over sizes.
#pragma once

#include <QPointF>

#include "widgets/plot/byte_axis.h"
#include "widgets/plot/plain_axes.h"

namespace chasescope {

/// Sizes to the right on a logarithmic axis; cycles upwards.
struct CurveAxes {
  ByteAxis x;
  PlainAxes y;  ///< its `plot` is the area of the curve
  QPointF at(double bytes, double cycles) const { return {x.toX(bytes), y.toY(cycles)}; }
};

}  // namespace chasescope
