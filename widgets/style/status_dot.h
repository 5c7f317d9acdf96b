// The status of a finding as a shape and a colour; the shapes can be told apart without colours.
#pragma once

#include <QPainter>

#include "engine/findings/finding.h"
#include "widgets/style/palette.h"

namespace chasescope {

QColor statusColour(FindingStatus status, const Palette& palette);

/// A full dot for measured, a ring for reported, a half dot for can't tell, a dash for absent. `size` is its height.
void paintStatusDot(QPainter& painter, const QPointF& centre, double size, FindingStatus status, const QColor& colour);

}  // namespace chasescope
