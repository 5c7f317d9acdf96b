#include "engine/inference/sharing/shared_arrays.h"

#include <algorithm>
#include <numeric>

namespace chasescope::inference {

Relation relation_of(EvictionVerdict first, EvictionVerdict second) {
  if (first == EvictionVerdict::kept || second == EvictionVerdict::kept) return Relation::separate;
  if (first == EvictionVerdict::evicted && second == EvictionVerdict::evicted) return Relation::one_array;
  return Relation::unknown;
}

SharedArrays find_shared_arrays(const std::vector<std::vector<Relation>>& relations) {
  const std::size_t count = relations.size();
  std::vector<std::size_t> array(count);
  std::iota(array.begin(), array.end(), std::size_t{0});
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = i + 1; j < count; ++j)
      if (relations[i][j] == Relation::one_array && array[i] != array[j])
        std::replace(array.begin(), array.end(), std::max(array[i], array[j]), std::min(array[i], array[j]));

  // A relation that is known of one pair of caches holds for all pairs of caches of the same two arrays.
  const auto any = [&](std::size_t first, std::size_t second, Relation relation) {
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = 0; j < count; ++j)
        if (i != j && array[i] == first && array[j] == second && relations[i][j] == relation) return true;
    return false;
  };
  SharedArrays result{std::vector<std::vector<std::size_t>>(count), std::vector<std::string>(count)};
  for (std::size_t i = 0; i < count; ++i) {
    if (any(array[i], array[i], Relation::separate)) {
      result.undecided[i] =
          "Two caches that should be the same array, because both are the same array as a third, do not evict each other directly.";
      continue;
    }
    for (std::size_t j = 0; j < count; ++j) {
      if (i == j) continue;
      if (array[i] == array[j])
        result.partners[i].push_back(j);
      else if (!any(array[i], array[j], Relation::separate))
        result.undecided[i] = "It is not known whether it and another cache evict each other.";
    }
    if (!result.undecided[i].empty()) result.partners[i].clear();
  }
  return result;
}

}  // namespace chasescope::inference
