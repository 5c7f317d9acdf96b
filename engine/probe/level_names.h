// Which cache a level of a footprint curve is: from how many levels the spaces have and which they share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/probe/footprint_survey.h"

namespace chasescope {

/// Subjects of each survey's levels, nearest first; "device" for a level that the data don't name. One more entry than the survey
/// has levels: what would come behind the last ("dram" where memory was reached, "shared_memory" in that space, "" where nobody can say).
/// Rules (design.md §4): the last data cache before memory is l2 unless three are found; global.cg passes by the L1, so that what it
/// shows by itself is never called that; other spaces have caches of their own in front of the levels that they share with global
/// memory. What ends within the `l2_bytes` that the vendor's interface tells is no l3: it is the other half of the l2, which then
/// comes twice.
std::vector<std::vector<std::string>> level_names(const std::vector<FootprintSurvey>& surveys,
                                                  std::optional<std::uint64_t> l2_bytes = {});

}  // namespace chasescope
