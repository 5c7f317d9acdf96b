// A structure that was found must predict what was not used to find it: which lines or pages from elsewhere stay together, and
// which evict each other.
#pragma once

#include "engine/structure/sets/cache_solver.h"
#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

/// Fills every set of `shape` with lines from all over memory that its index puts there, each represented by parts of it (multiples
/// of `part_bytes`) drawn at random: so many of them must stay, and one more of some sets must not, but only in those. Says in
/// words what was otherwise than predicted every time it was tried; empty if nothing was. Throws Undecided if it can't be asked.
std::string contradicted(Tester& tester, const CacheShape& shape, std::uint64_t part_bytes);

}  // namespace chasescope::structure
