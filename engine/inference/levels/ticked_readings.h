// Whether two neighbouring readings of a clock that ticks by several cycles are one latency.
//
// Such a clock reads a latency between two ticks as the lower or the higher of them, depending on how long ago the last tick was.
// When accesses of one latency follow each other, this time moves on by the same amount with each access. So the two readings come
// in a fixed order: there are at most n + 1 different sequences of n readings if the latency alone moves the time on, and at most
// 2n if the program spends further cycles between the accesses (these sequences are codings of a rotation). Two levels between
// which random replacement moves lines give the two readings in any order, and nearly every access a sequence of its own.
#pragma once

#include <span>

namespace chasescope::inference {

/// `cycles`: the latencies of consecutive accesses; `lower` and `upper`: the two readings. Only accesses that follow each other
/// without another reading between them are looked at. True only if the order is fixed: the same readings in a random order would
/// have at least twice as many different sequences as one latency allows. False if they come in any order, or if there are too few.
bool are_of_one_latency(std::span<const float> cycles, float lower, float upper);

}  // namespace chasescope::inference
