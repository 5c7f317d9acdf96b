// A minimal overflowing set: lines that overflow a set together and fit as soon as any one of them is left out. There is one line
// more than the set has ways (2014 paper §3.2, step 2, without its assumption of LRU).
#pragma once

#include <vector>

#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

/// Reduces a list that overflows a set until no line can be left out. The result is in ascending order. Throws Undecided if `lines`
/// do not overflow, or if a single line does.
Addresses minimal_overflow(Tester& tester, Addresses lines, std::vector<RunPtr>& runs);

/// Throws Undecided if the minimal set `overflowing` overflows only because flush lines take ways of its set. Flush lines evict its
/// lines from the caches in front.
void refuse_if_overflowed_by_what_empties(Tester& tester, const Addresses& overflowing);

}  // namespace chasescope::structure
