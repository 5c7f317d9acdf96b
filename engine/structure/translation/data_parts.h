// Parts of the data: the slices of a cache and the channels of memory lie at several distances. So the data of some pages take
// longer than those of others, and each level of translation shows several latencies, which differ as those of the data do.
#pragma once

#include <vector>

#include "engine/structure/translation/translation_levels.h"

namespace chasescope::structure {

/// How much longer the data of each part take than those of the nearest part (cycles, ascending from 0). Random pages below `end`
/// are visited twice in a row, so that the second visit has its translation in the nearest TLB. 0 alone if all take the same, or if
/// it can't be measured. Throws Undecided if latencies are exact and differ when the walk is repeated.
std::vector<double> parts_of_data(PageWalk& pages, std::uint64_t end);

/// Joins levels of translation that differ as two parts of the data do, within `resolution` (cycles).
/// \pre levels and parts ascend.
std::vector<SeenLevel> without_parts(std::vector<SeenLevel> levels, const std::vector<double>& parts, double resolution);

}  // namespace chasescope::structure
