// Finds out how the texts of a finished drawing were aligned. A painter tells only where each text begins. Texts of which the left,
// the middle or the right is at a common place, or at the end of a line, tell the rest.
#pragma once

#include <vector>

#include "widgets/figure/formats/shape_sink.h"

namespace chasescope {

enum class TextAnchor { left, middle, right };

/// The anchor of each text. `edges_x`, `edges_y`: the ends of the drawing's lines and areas.
std::vector<TextAnchor> anchorsOf(const std::vector<PlacedText>& texts, std::vector<double> edges_x, std::vector<double> edges_y);

}  // namespace chasescope
