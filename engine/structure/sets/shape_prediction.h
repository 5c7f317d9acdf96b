// Tests a structure with addresses that were not used to find it: it must predict which of them stay together, and which evict each
// other.
#pragma once

#include "engine/structure/sets/cache_solver.h"
#include "engine/structure/sets/drawn_lines.h"
#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

/// Fills every set of `shape` with random lines that its index puts there. Each line is represented by several of its parts
/// (multiples of `part_bytes`). As many lines as a set has ways must stay. With one line more in some sets, these sets must
/// overflow, and no others. Returns a sentence on a prediction that failed each time, or an empty string. `crowding`: how the lines
/// are drawn. Throws Undecided if the questions can't be asked.
std::string contradicted(Tester& tester, const CacheShape& shape, std::uint64_t part_bytes, const Crowding& crowding = {});

}  // namespace chasescope::structure
