// Which logical caches are one array, from what was found of pairs of them (topology thesis, §4.5).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/inference/sharing/eviction.h"

namespace chasescope::inference {

enum class Relation { unknown, separate, one_array };

/// Two caches, from whether the first one's lines were evicted by loads through the second, and the other way round. One array
/// evicts both ways. One way alone is what a cache does that lies on the other's path farther back.
Relation relation_of(EvictionVerdict first, EvictionVerdict second);

/// For each cache, the others that are the same array.
struct SharedArrays {
  std::vector<std::vector<std::size_t>> partners;  ///< ascending
  std::vector<std::string> undecided;              ///< by cache: why nothing can be said; empty if its partners are known
};

/// `relations` is a symmetric matrix; its diagonal is not read. Being one array carries over: what is unknown of two caches may
/// follow from a third. What contradicts that leaves all caches concerned undecided. \pre relations is square.
SharedArrays find_shared_arrays(const std::vector<std::vector<Relation>>& relations);

}  // namespace chasescope::inference
