// How one cache replaces.
#pragma once

#include "engine/probe/structure/cache_report.h"
#include "engine/probe/structure/data_tester.h"

namespace chasescope::structure {

/// Fills the policy in, or why it is not known; the shape is known as well as it can be. Does not throw Undecided; DeviceFailure
/// passes through.
void look_for_policy(Lab& lab, const Survey& survey, DataTester& tester, CacheReport& report);

}  // namespace chasescope::structure
