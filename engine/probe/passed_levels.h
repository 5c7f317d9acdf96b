// Levels that a footprint curve passes by, because they are outgrown together with the level in front of them: they hold hardly
// more, or no more, than that.
#pragma once

#include "engine/probe/footprint_survey.h"

namespace chasescope {

/// Of the accesses to a footprint that a level holds, the share (0 to 1) that took longer than the hits in front of it and less
/// than its misses. The first accesses to pages don't count.
double share_between(const FootprintSurvey& survey, const FootprintLevel& level, const SurveyPoint& point);

/// Sets FootprintLevel::hides_another of the survey's levels where it isn't yet. Looks only where latencies are exact: in noise,
/// what lies between two plateaus may be anything. Returns what went wrong with the device, if anything did.
std::optional<DeviceError> find_passed_levels(SweepRunner& runner, const ChaseRequest& base, FootprintSurvey& survey);

}  // namespace chasescope
