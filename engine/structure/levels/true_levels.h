// Tests whether apparent levels of latency are real levels.
//
// A clock can produce false levels in two ways. A clock that ticks by several cycles splits one latency into two. A clock that
// changes its speed during the survey shows all latencies again at other values. (There is a third cause of false levels: parts of
// one level that lie at different distances, see joined_parts.h.)
#pragma once

#include <cstdint>
#include <string>

#include "engine/experiment/lab.h"
#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

/// The greatest whole number of cycles of which all latencies of the survey are multiples; 0 if some are no whole numbers. A clock
/// can't tick by more than that.
std::uint64_t longest_tick(const Survey& survey);

/// The tick of the clock in cycles, if the tick splits a level or makes two neighbouring ones; else 0. With such a clock, all
/// latencies are multiples of the tick, and the same place in untouched memory takes one of two neighbouring values at different
/// times.
double tick_of(Lab& lab, const Survey& survey);

/// Repeats the walks that showed the levels. The result is empty if they show the same levels each time. Else it is a sentence,
/// which says that the clock changed its speed during the survey.
std::string why_levels_do_not_come_again(Lab& lab, const Survey& survey);

}  // namespace chasescope::structure
