// Whether what looks like levels is levels.
//
// A level is what answers a place for a while: sooner when little else was read since, later when much was. Three things look like
// levels in a sweep and are none. A clock that ticks by several cycles gives one latency as two. A clock that changes its speed on
// the way gives all of them anew. And where slices of a cache, or channels of memory, lie at different distances, larger footprints
// reach places that are farther away, and stay so whatever is read.
#pragma once

#include <string>

#include "engine/experiment/lab.h"
#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

/// The tick of the clock in cycles, where it is what makes latencies of a level differ or levels lie beside each other; else 0. All
/// latencies that were seen are multiples of it, and untouched places take one of them now and the next one then.
double tick_of(Lab& lab, const Survey& survey);

/// Empty if the walks that showed the levels show them again and again, one after the other; else a sentence: the speed of the
/// clock changed on the way.
std::string why_levels_do_not_come_again(Lab& lab, const Survey& survey);

/// Joins levels before memory where nothing ever moves from one to the next: which of the two answers a place is told by the place
/// alone, however much is read, and so they are parts of one cache that lie at different distances.
void join_parts_of_caches(Survey& survey);

/// Joins the last two levels where both are memory: what the nearer one answers takes as long when it is read for the first time,
/// and so comes from nowhere else.
void join_memory_of_places(Lab& lab, Survey& survey);

}  // namespace chasescope::structure
