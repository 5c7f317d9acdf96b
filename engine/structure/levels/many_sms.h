// What a level behind the SMs takes, seen from SMs all over a card.
//
// On a large card an SM lies nearer to some parts of the L2 than to others, and some SMs nearer to all of it: what one of them sees
// of the same level differs by a tenth, and the driver gives another one each time. So the same evenly spread SMs are asked one
// after the other, alone, and the median over all of them is the level's. An address that is near to one SM is far to another, so
// that the median does not depend on where the array happens to lie.
#pragma once

#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

/// Fills Survey::everywhere, on devices that keep state, tell how many SMs they have and run a chase where it is asked for. Memory
/// is shown by lines that were never read: far more of them than the last cache holds, each visited once, in the order in which
/// they were written. (Walked in passes, a part of the array would still be in the cache, and what is left would not be memory's
/// whole distribution.) Leaves a level empty where it can't be asked so.
void see_levels_from_many_sms(Lab& lab, Survey& survey);

/// What is faster than this, cycles, was answered in front of the level: halfway, in proportion, between it and the level before.
/// (The cut of the survey lies where the slowest of the level before end, and near to memory those of a far L2 do.)
double answered_in_front(const Survey& survey, std::size_t level);

}  // namespace chasescope::structure
