// Tests an index that predicts one set well on all other sets.
#pragma once

#include "engine/structure/sets/cache_solver.h"
#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

/// Whether each set overflows when only its own lines are read. Two sets of the index may really be one set: predictions for the
/// first overflowing set alone don't show whether the index splits other sets. So each set alone is given one line more than its
/// ways. Throws Undecided.
bool sets_stand_alone(Tester& tester, const inference::SetIndex& index, const CacheShape& shape);

/// Whether each set overflows with any lines. The lines that were found first may be special, and a wrong index may predict them
/// well. So each set is given one line more than its ways, drawn at random. A set that can't be asked about counts as confirmed.
bool sets_overflow_with_any_lines(Tester& tester, const inference::SetIndex& index, const CacheShape& shape);

/// Whether each set holds as many random lines as it has ways. If not, the index joins several sets with fewer ways into one. Many
/// sets are asked about at once, so that they flush the caches in front. If they don't, there is no answer. Throws Undecided.
bool sets_hold_any_lines(Tester& tester, const inference::SetIndex& index, const CacheShape& shape);

}  // namespace chasescope::structure
