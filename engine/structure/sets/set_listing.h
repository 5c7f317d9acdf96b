// Lists the sets of a range of lines one by one, where no rule for them is known.
#pragma once

#include <optional>
#include <vector>

#include "engine/inference/sets/set_index.h"
#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

/// When the lines of the first set, which `overflowing` overflows, are removed from a range, the rest overflows the next set, and
/// so on until nothing overflows. No value if the list does not repeat, or if there are too many sets. Throws Undecided.
std::optional<inference::SetIndex> list_sets(Tester& tester, const Addresses& overflowing, std::uint64_t line_bytes,
                                             std::vector<RunPtr>& runs);

}  // namespace chasescope::structure
