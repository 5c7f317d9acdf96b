// How large a part is, told once for everything that shows it: the summary, the tables, the memory diagram, the cards side by side.
//
// It is what was measured as capacity; or ways × sets × line where those were (of an L1 at the carve-out that leaves it most); or
// what is reported. How much fits without a miss is no size: it is a bound, and stands under its own name.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/session/document/session.h"

namespace chasescope {

/// A finding of `capacity_bytes` with a value, if the size is known; its conditions are those under which it was found.
std::optional<Finding> told_size(const std::vector<Finding>& findings, std::string_view subject);

/// The findings, with the size of each data cache that is known in the place of a capacity that could not be told.
std::vector<Finding> with_told_sizes(std::vector<Finding> findings);

}  // namespace chasescope
