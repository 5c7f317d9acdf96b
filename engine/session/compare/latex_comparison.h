// Comparisons as tables of a paper: what differs and what only one side knows; how much agrees stands in the caption.
#pragma once

#include <string>

#include "engine/session/compare/comparison.h"
#include "engine/session/compare/device_table.h"

namespace chasescope {

std::string latex_comparison(const Comparison& comparison);
std::string latex_comparison(const DeviceTable& table);

}  // namespace chasescope
