// The size of a part. The summary, the tables, the memory diagram and the comparison of cards all use this function, so that they
// show the same size.
//
// The size is the measured capacity; or ways × sets × line if these were measured (for an L1, at the carve-out that gives it the
// most); or the reported size. The largest footprint without misses is no size but a lower bound, and is shown under its own name.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/session/document/session.h"

namespace chasescope {

/// A finding of `capacity_bytes` with a value, if the size is known, with the conditions under which it was found.
std::optional<Finding> told_size(const std::vector<Finding>& findings, std::string_view subject);

/// The findings, with the known size of each data cache in place of a capacity that could not be measured.
std::vector<Finding> with_told_sizes(std::vector<Finding> findings);

}  // namespace chasescope
