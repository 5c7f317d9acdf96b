// The latency of a level behind the SMs (the L2, memory), measured from SMs all over a card.
//
// On a large card an SM lies nearer to some parts of the L2 than to others, and some SMs lie nearer to all of it. The latencies
// that single SMs see of one level differ by a tenth, and the driver picks another SM at each launch. So the chase is run on the
// same evenly spread SMs, one after the other, and the level's latency is the median over all of them. An address that is near to
// one SM is far from another, so that the median does not depend on where the array lies.
#pragma once

#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

/// Fills Survey::everywhere. Only on devices that keep cache contents from one chase to the next, state their number of SMs, and
/// run a chase on the SM that is asked for. Memory is measured with lines that were never read: far more lines than the last cache
/// holds, each visited once, in the order in which they were written. (With several passes, a part of the array would still be in
/// the cache, and the rest would not show memory's whole distribution.) A level that can't be measured in this way stays empty.
void see_levels_from_many_sms(Lab& lab, Survey& survey);

/// The latency (cycles) below which a cache in front of the level has answered: the geometric middle between the level and the one
/// before it. (The cut of the survey is not used. It lies just above the slowest accesses of the level before, and those of a far
/// part of the L2 are close to the latency of memory.)
double answered_in_front(const Survey& survey, std::size_t level);

}  // namespace chasescope::structure
