// Comparisons as tables of a paper; how much agrees stands in the caption. The compact one has what differs, in the digits that the
// intervals allow; the long one, for an appendix, also what only one side knows, with intervals.
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

/// "comparison-nvidia-h100-nvidia-h200": the label, for a paper may compare more than one pair.
std::string latex_label(const std::vector<std::string>& names);

}  // namespace chasescope
