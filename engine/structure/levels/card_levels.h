// Levels of a card, whose parts lie near and far.
#pragma once

#include <vector>

#include "engine/structure/levels/clean_footprint.h"

namespace chasescope::structure {

/// One address, or a few kilobytes of them, are a poor witness of a cache whose parts lie near and far. The largest walk that fits
/// in the cache, and is much larger than what lies in front of it, shows all of them: takes the latencies of levels from there.
void see_levels_from_many_places(Survey& survey, const std::vector<FootprintWalk>& walks);

/// A card whose L2 lies in two halves answers from the own half of the SM as long as that holds what is read, and from the other
/// half until both are outgrown. What the vendor's interface says of the whole tells such halves from two caches: joins them.
void join_other_half(const Description& card, Survey& survey);

}  // namespace chasescope::structure
