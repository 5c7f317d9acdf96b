// What a set index that predicts one set well must show of the others.
#pragma once

#include "engine/structure/sets/cache_solver.h"
#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

/// Sets that the index tells apart may be one: seen from the overflowing set alone, an index whose other sets are split is as good.
/// So sets are overflowed one at a time: each with one line more than its ways, and nothing else. Throws Undecided.
bool sets_stand_alone(Tester& tester, const inference::SetIndex& index, const CacheShape& shape);

/// The lines that came first may not be like the others, and seen from the first set a wrong index may be as good: one line more
/// than a set has ways, drawn at random, must overflow it by itself. What can't be asked denies nothing.
bool sets_overflow_with_any_lines(Tester& tester, const inference::SetIndex& index, const CacheShape& shape);

/// Lines drawn at random, as many as a set has ways, must stay in it. Else sets that the index takes for one are several, with
/// fewer ways. Many sets at once keep those in front busy; where they do not, it can't be asked. Throws Undecided.
bool sets_hold_any_lines(Tester& tester, const inference::SetIndex& index, const CacheShape& shape);

}  // namespace chasescope::structure
