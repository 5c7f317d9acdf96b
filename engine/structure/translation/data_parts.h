// Parts of the data. The slices of a cache and the channels of memory lie at several distances from an SM, so that the data of some
// pages take longer than those of others. Each level of translation then shows several latencies, which differ by as much as the
// latencies of the data.
#pragma once

#include <optional>
#include <vector>

#include "engine/structure/translation/translation_levels.h"

namespace chasescope::structure {

/// How much longer the data of each part take than those of the nearest part (cycles, ascending from 0). Random pages below `end`
/// are visited twice in a row, so that the nearest TLB has the translation at the second visit. Only 0 if all data take the same
/// time, or if the differences can't be measured. Throws Undecided if latencies are exact and differ when the walk is repeated.
std::vector<double> parts_of_data(PageWalk& pages, std::uint64_t end);

/// What the misses of a TLB add (cycles), if it is too little to be told from the parts of the data. Of two visits of a page in a
/// row, the second one finds the translation in the nearest TLB. So if a TLB missed, the first one takes longer more often than the
/// second one, whatever the parts are. Visits that take `slow` cycles or more, where the next level begins that can be told, do not
/// count. No value if no such TLB shows.
std::optional<double> hidden_penalty(PageWalk& pages, std::uint64_t end, double slow);

/// Joins levels of translation whose latencies differ by as much as those of two parts of the data, within `resolution` (cycles).
/// \pre levels and parts ascend.
std::vector<SeenLevel> without_parts(std::vector<SeenLevel> levels, const std::vector<double>& parts, double resolution);

}  // namespace chasescope::structure
