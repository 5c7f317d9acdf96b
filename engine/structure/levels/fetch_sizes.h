// The fetch size of each cache: how many bytes one miss brings.
//
// It is the distance at which a walk over untouched memory is slow. A card's memory is never untouched: it was written when the
// array was made, and the L2 still holds a part of it. The last cache of a card is therefore measured otherwise. An array several
// times as large as the L2 does not fit, and its lines that were written first have been evicted. A walk over these lines, element
// by element, is slow at each miss, and fast at the elements that this miss brought along.
#pragma once

#include <vector>

#include "engine/structure/levels/clean_footprint.h"
#include "engine/structure/levels/survey.h"
#include "engine/structure/levels/untouched_memory.h"

namespace chasescope::structure {

/// Sets Survey::fetch_bytes to the distance at which `untouched` is slow. If one of `walks` that outgrew the cache missed at a
/// smaller distance, the result is wrong and is not used. In `survey`, noise, levels and boundaries are known.
void find_fetch_sizes(Survey& survey, const UntouchedMemory& untouched, const std::vector<FootprintWalk>& walks);

/// The lines that were written first are no longer in a cache if the array is this many times as large as the cache.
inline constexpr std::uint64_t kTimesTheCache = 4;

/// Fills Survey::refetched if the fetch size of the last cache is still unknown and its misses come at one regular distance. Only
/// on devices that keep cache contents from one chase to the next and whose memory was seen.
void find_refetched(Lab& lab, Survey& survey);

}  // namespace chasescope::structure
