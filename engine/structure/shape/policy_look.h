// How one cache or TLB replaces.
#pragma once

#include "engine/structure/shape/cache_report.h"
#include "engine/structure/testers/data_tester.h"

namespace chasescope::structure {

/// Fills the policy in, or why it is not known; the shape is known as well as it can be. Does not throw Undecided; DeviceFailure
/// passes through.
void look_for_policy(Lab& lab, const Survey& survey, DataTester& tester, CacheReport& report);

/// One line more than the largest set holds, all of them in it: in a set of few ways several policies are the same machine. The
/// lines that are known to overflow where nothing better is found below `limit_bytes`.
Addresses lines_of_largest_set(const CacheShape& shape, std::uint64_t limit_bytes);

/// Why the policy that was found in one set may not be that of all; empty if it is.
std::string doubt_of_policy(const PolicyFound& found, const CacheShape& shape);

}  // namespace chasescope::structure
