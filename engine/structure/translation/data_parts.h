// Where the data of some pages are farther away than those of others: slices of a cache and channels of memory lie at several
// distances. Then each level of translation shows as several, as far apart as the data are.
#pragma once

#include <vector>

#include "engine/structure/translation/translation_levels.h"

namespace chasescope::structure {

/// How much longer data take than the nearest do, in cycles, ascending from 0: of pages from anywhere below `end`, each visited
/// twice in a row, so that the second visit finds its translation in the nearest TLB. 0 alone where all take the same, or where it
/// can't be asked. Throws Undecided where nothing jitters, and the same walk takes other times once more.
std::vector<double> parts_of_data(PageWalk& pages, std::uint64_t end);

/// Joins levels of translation that differ by what two parts of the data do, within `resolution` (cycles). \pre levels and parts
/// ascend.
std::vector<SeenLevel> without_parts(std::vector<SeenLevel> levels, const std::vector<double>& parts, double resolution);

}  // namespace chasescope::structure
