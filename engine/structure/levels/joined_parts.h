// Parts of one level that lie at different distances from an SM: slices of a cache, channels of memory. A larger footprint reaches
// places that are farther away, so that a sweep shows several latencies although there is only one level. With two levels, more
// reads in between evict a line from the nearer level, and the latency of the line changes. With two parts of one level, the
// latency of a line depends on its address alone.
#pragma once

#include "engine/experiment/lab.h"
#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

/// Joins neighbouring caches of `survey` if no line ever moves from one to the other: the latency of a line depends on its address
/// alone, however much is read. They are parts of one cache.
void join_parts_of_caches(Lab& lab, Survey& survey);

/// Joins the last two levels if both are memory. Lines of the nearer one have the same latency when they are read for the very
/// first time, so they can't come from a cache.
void join_memory_of_places(Lab& lab, Survey& survey);

}  // namespace chasescope::structure
