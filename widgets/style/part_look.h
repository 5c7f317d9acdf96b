// The name and the colour of a part of the hierarchy in curves and paths: nearest caches blue circles, caches that all SMs share
// green squares, memory ochre triangles, translation pink diamonds.
#pragma once

#include <QColor>
#include <QString>
#include <string>

#include "widgets/style/palette.h"

namespace chasescope {

/// "L1 data" of "l1_data"; "Memory" of "dram".
QString partName(const std::string& subject);

/// The index of a part for levelColour(), levelTextColour() and levelMarker().
std::size_t partLevel(const std::string& subject);

}  // namespace chasescope
