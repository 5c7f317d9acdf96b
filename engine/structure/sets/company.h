// Company: lines (or pages) that are read along with a question, so that a cache or TLB in front of the level in question does not
// answer for the lines of the question.
#pragma once

#include "engine/inference/sets/set_index.h"
#include "engine/structure/sets/cache_solver.h"
#include "engine/structure/testers/tester.h"
#include "engine/trace/random.h"

namespace chasescope::structure {

/// Some company lines may belong to the set that `members` overflow, and take ways there. Finds these lines, adds them to the
/// members, and leaves the rest as company. `members` must be a minimal overflowing set together with the company; afterwards they
/// are one by themselves.
Addresses absorb_company(Tester& tester, Addresses members, std::vector<RunPtr>& runs);

/// Neighbouring addresses from `begin` on, enough to fill every set of `front` `factor` times and a little more.
Addresses company_for(const CacheShape& front, std::uint32_t factor, std::uint64_t begin, std::uint64_t limit);

/// The same number of addresses for each set, drawn from all over memory.
Addresses company_from_anywhere(const CacheShape& front, std::uint32_t factor, Random& random, std::uint64_t limit);

/// Adds addresses that do not lie in the set of `members` until every set of `front` is filled `factor` times again. Needed after
/// absorb_company(), which may have taken some away.
void top_up_company(Tester& tester, const Addresses& members, const CacheShape& front, std::uint32_t factor, Random& random);

}  // namespace chasescope::structure
