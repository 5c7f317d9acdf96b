// The truth about machines for which the vocabulary of findings has no word, or more than one right word.
//
//   policies     A policy that hits and misses as lru, fifo or plru does has that name (mru of two ways is lru). Any other policy
//                is "other"; its own name is right too, and so is the finding that it can't be told. Every other name is wrong.
//   data store   Sets, ways, index and policy are those of the tags. Two capacities are right: the capacity of the store, and by
//                definition the capacity of the ways. No footprint larger than the store stays without a miss.
//   skewed       There are no sets in the usual sense. A number of sets, the ways of each set, or an index function other than
//                "other" is wrong. The number of ways is right, and need not be found. The own name of the policy that chooses
//                among the places of a line is right.
//   slices       The sets are those of all slices. The index is linear over GF(2) if the functions of slice and set both are;
//                else it is a modulus if a modulus puts the same lines together, or "other". The latency of any slice is right. A
//                penalty may be that of another slice than the hit latency.
//   exclusive    A line leaves the cache at a hit, so that the order of use is the order of arrival: lru and fifo are the same.
//                Footprints show either its capacity or that of the cache before it and its own together: both numbers are
//                right. Its structure need not be found, but must not be wrong. An exclusive cache that is smaller than the cache
//                before it (a victim cache) may be reported as a level or not.
//   next line    A miss may seem to bring two lines.
//   sub-blocks   Page and entry may mean the bytes that a miss brings, or the bytes that a tag covers.
//   clocks       A latency may be off by half a tick, a penalty by a tick. If the clock has two speeds, the latency at either is
//                right.
#pragma once

#include <vector>

#include "tests/engine/accuracy/truth.h"

namespace chasescope::accuracy {

/// Adapts the expectations about a card to the machines listed above.
std::vector<Expected> look_beyond(const model::Card& card, std::vector<Expected> expected);

/// The same for findings without a third level. Levels are named by how many are found: if the victim cache was not found as a
/// level, the second level found is the one behind it.
std::vector<Expected> without_victim_level(const model::Card& card, std::vector<Expected> expected);

/// The truth about the index of a sliced cache. \pre the kind of the index is sliced.
IndexTruth sliced_truth(const model::CacheSpec& cache);

/// The first of lru, fifo and plru whose hits and misses equal those of the cache's policy, access for access; empty if there is
/// none.
std::string behaves_as(const model::CacheSpec& cache);

}  // namespace chasescope::accuracy
