// The truth about machines for which the vocabulary of findings has no word, or more than one that is true.
//
//   policies     A machine that hits and misses as lru, fifo or plru does goes by that name (mru of two ways is lru). Any other is
//                "other"; its own name is right, too, and so is to say that it can't be told. Any name else is wrong.
//   data store   Sets, ways, index and policy are those of the tags. Its capacity is what the store holds, and by the definition
//   what
//                its ways hold: either is right. No footprint larger than the store stays without a miss.
//   skewed       There are no sets in the usual sense: to tell their number, the ways of each, or what chooses them is wrong. The
//                number of ways is right, and need not be found; so is the policy among the places that a line may have.
//   slices       Sets are those of all slices. What chooses them is linear over GF(2) where both functions are; else it is a modulus
//   if a modulus puts the same lines together, or "other".
//   Latency
//                is that of any slice; a penalty may be that of another slice than the hit.
//   exclusive    A line never stays after a hit, so the order of use is that of arrival: lru and fifo are one machine. What
//   footprints
//                show is its capacity and that of the cache before it together: either number is right. Its structure need not be
//                found, but must not be wrong. One smaller than the cache before it, a victim cache, may be told as a level or not.
//   next line    A miss may seem to bring two lines.
//   sub-blocks   Page and entry may mean what a miss brings, or what a tag covers.
//   clocks       A latency may be off by half a tick, a penalty by a tick. With two speeds each latency is true at either.
#pragma once

#include <vector>

#include "tests/engine/accuracy/truth.h"

namespace chasescope::accuracy {

/// What is expected of a card, made true of such machines.
std::vector<Expected> look_beyond(const model::Card& card, std::vector<Expected> expected);

/// The same where nobody tells of a third level, so that the second is the one behind a victim cache: levels are named by how many
/// are found. The victim cache then is what was not found.
std::vector<Expected> without_victim_level(const model::Card& card, std::vector<Expected> expected);

/// The index of a cache in slices. \pre its kind is sliced.
IndexTruth sliced_truth(const model::CacheSpec& cache);

/// The name among lru, fifo and plru that the policy of a cache behaves as, access for access; empty if none.
std::string behaves_as(const model::CacheSpec& cache);

}  // namespace chasescope::accuracy
