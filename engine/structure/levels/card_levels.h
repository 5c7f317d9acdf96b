// Latencies and joined levels on a real card, where parts of one level lie at different distances from an SM.
#pragma once

#include <vector>

#include "engine/structure/levels/clean_footprint.h"

namespace chasescope::structure {

/// Takes the latency of each cache level from a walk that touches many places. On a card, parts of a cache lie near and far, so
/// that one address or a few kilobytes show only some of its latencies. The function chooses the largest walk that fits in the
/// cache and is much larger than the caches in front of it.
void see_levels_from_many_places(Survey& survey, const std::vector<FootprintWalk>& walks);

/// Joins two levels that are the two halves of one L2. On some cards an SM reads from its own half of the L2 as long as that half
/// holds the footprint, and then from the other half, until both are outgrown. The sweep shows this as two caches. The size of the
/// whole L2, as the vendor's interface states it, says that they are one.
void join_other_half(const Description& card, Survey& survey);

}  // namespace chasescope::structure
