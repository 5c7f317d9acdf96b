// Finds which logical caches are the same array, from the relations of pairs of them (topology thesis, §4.5).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/inference/sharing/eviction.h"

namespace chasescope::inference {

enum class Relation { unknown, separate, one_array };

/// The relation of two caches. `first` says whether loads through the second cache evicted lines of the first, and `second` is the
/// other way round. If both caches are one array, both evict. If only one evicts, one cache lies behind the other on its path.
Relation relation_of(EvictionVerdict first, EvictionVerdict second);

/// For each cache, the other caches that are the same array.
struct SharedArrays {
  std::vector<std::vector<std::size_t>> partners;  ///< ascending
  std::vector<std::string> undecided;              ///< by cache: why nothing can be said; empty if its partners are known
};

/// `relations` is a symmetric matrix; its diagonal is not read. Being the same array is transitive, so the unknown relation of two
/// caches may follow from a third. A contradiction leaves all caches in it undecided.
/// \pre relations is square.
SharedArrays find_shared_arrays(const std::vector<std::vector<Relation>>& relations);

}  // namespace chasescope::inference
