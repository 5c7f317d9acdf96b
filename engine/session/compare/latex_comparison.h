// Comparisons as tables of a paper. The caption tells how many quantities agree. The compact table has the quantities that differ,
// in the digits that the intervals allow. The long one, for an appendix, also has the quantities of only one side, and the
// intervals.
#pragma once

#include <string>
#include <vector>

#include "engine/session/compare/comparison.h"
#include "engine/session/compare/device_table.h"

namespace chasescope {

std::string latex_comparison(const Comparison& comparison);
std::string latex_comparison(const DeviceTable& table);
std::string latex_long_comparison(const Comparison& comparison);
std::string latex_long_comparison(const DeviceTable& table);

/// "comparison-nvidia-h100-nvidia-h200": a label with the names, as a paper may have several comparisons.
std::string latex_label(const std::vector<std::string>& names);

}  // namespace chasescope
