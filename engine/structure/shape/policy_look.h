// Finds the replacement policy of one cache or TLB.
#pragma once

#include "engine/structure/shape/cache_report.h"
#include "engine/structure/testers/data_tester.h"

namespace chasescope::structure {

/// Fills in the policy, or why it is not known. Call it after the shape is known as well as it can be. Does not throw Undecided;
/// DeviceFailure passes through.
void look_for_policy(Lab& lab, const Survey& survey, DataTester& tester, CacheReport& report);

/// Lines of the largest set, one more than the set holds. The largest set is used because several policies are the same in a set of
/// few ways. If fewer lines are found below `limit_bytes`, the result is the lines that are known to overflow a set.
Addresses lines_of_largest_set(const CacheShape& shape, std::uint64_t limit_bytes);

/// Why the policy that was found in one set may not be that of all sets; empty if there is no doubt.
std::string doubt_of_policy(const PolicyFound& found, const CacheShape& shape);

}  // namespace chasescope::structure
