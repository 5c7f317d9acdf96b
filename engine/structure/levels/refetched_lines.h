// What one miss of the last cache of a card brings.
//
// A card's memory is never untouched: it was written when the array was made, and the L2 keeps what it has room for. But an array
// several times as large as the L2 does not fit: the lines that were written first are out again. A walk over these, element by
// element, is slow wherever something must come from memory, and fast wherever the miss before brought it along.
#pragma once

#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

/// Of an array so many times as large as a cache, the lines that were written first are no longer in it.
inline constexpr std::uint64_t kTimesTheCache = 4;

/// Fills Survey::refetched, on devices that keep state and whose memory was seen, if the last cache's fetch size is not known yet
/// and the misses come at one regular distance.
void find_refetched(Lab& lab, Survey& survey);

}  // namespace chasescope::structure
