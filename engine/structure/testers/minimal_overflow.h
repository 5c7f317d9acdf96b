// A minimal overflowing set: lines that overflow a set together and fit as soon as any one of them is left out. It has one line
// more than the set has ways (2014 paper §3.2, step 2, without its assumption of LRU).
#pragma once

#include <vector>

#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

/// Makes an overflowing list minimal: no line can be left out. Ascending. Throws Undecided if `lines` do not overflow, or if one
/// alone does.
Addresses minimal_overflow(Tester& tester, Addresses lines, std::vector<RunPtr>& runs);

/// Throws Undecided if `overflowing`, minimal, is so only by what empties the caches in front.
void refuse_if_overflowed_by_what_empties(Tester& tester, const Addresses& overflowing);

}  // namespace chasescope::structure
