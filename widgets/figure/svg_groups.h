// The groups of an SVG file without what says nothing: half of what QSvgGenerator writes.
#pragma once

#include <QByteArray>

namespace chasescope {

/// Drops the empty <g> elements that QSvgGenerator writes at every change of its state, and from the others the identity as
/// transform and the font (each <text> names its own). What is drawn stays the same.
QByteArray svgWithoutIdleGroups(const QByteArray& svg);

}  // namespace chasescope
