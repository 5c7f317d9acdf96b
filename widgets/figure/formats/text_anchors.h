// How texts of a finished drawing were aligned. A painter tells no more than where each begins; texts that begin, end or have their
// middle at one place, or at the end of a line, tell the rest.
#pragma once

#include <vector>

#include "widgets/figure/formats/shape_sink.h"

namespace chasescope {

enum class TextAnchor { left, middle, right };

/// For each text; `edges_x`, `edges_y`: where lines and areas of the drawing begin and end.
std::vector<TextAnchor> anchorsOf(const std::vector<PlacedText>& texts, std::vector<double> edges_x, std::vector<double> edges_y);

}  // namespace chasescope
