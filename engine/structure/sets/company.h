// Company: lines (or pages) chased along with a question so that what lies in front of the level asked about does not answer for
// it.
#pragma once

#include "engine/inference/sets/set_index.h"
#include "engine/structure/sets/cache_solver.h"
#include "engine/structure/testers/tester.h"
#include "engine/trace/random.h"

namespace chasescope::structure {

/// Some of the tester's company may belong to the set that `members` overflow, and take ways there. Finds them, makes them members,
/// and leaves the rest as company. `members` overflow with the company; they still do afterwards.
Addresses absorb_company(Tester& tester, Addresses members, std::vector<RunPtr>& runs);

/// Neighbouring addresses from `begin` on that fill every set of `front` `factor` times over, and a little more.
Addresses company_for(const CacheShape& front, std::uint32_t factor, std::uint64_t begin, std::uint64_t limit);

/// The same from addresses all over memory.
Addresses company_from_anywhere(const CacheShape& front, std::uint32_t factor, Random& random, std::uint64_t limit);

/// Adds addresses that do not belong to the set of `members` until every set of `front` is filled `factor` times over again: what
/// was absorbed may have left too few.
void top_up_company(Tester& tester, const Addresses& members, const CacheShape& front, std::uint32_t factor, Random& random);

}  // namespace chasescope::structure
