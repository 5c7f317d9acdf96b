// Whether seeming levels are real levels.
//
// A clock can produce false levels in two ways. A clock that ticks by several cycles splits one latency into two. A clock that
// changes its speed during the survey shows all latencies again at other values. (A third cause of false levels are parts of one
// level at different distances: joined_parts.h.)
#pragma once

#include <string>

#include "engine/experiment/lab.h"
#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

/// The tick of the clock in cycles, if it splits a level or makes two neighbouring ones; else 0. All latencies are multiples of it,
/// and the same place in untouched memory takes one of two neighbouring values at different times.
double tick_of(Lab& lab, const Survey& survey);

/// Empty if the walks that showed the levels show them again each time they are repeated. Else a sentence: the clock changed its
/// speed during the survey.
std::string why_levels_do_not_come_again(Lab& lab, const Survey& survey);

}  // namespace chasescope::structure
