// Measures the lines of a cache through another memory space. If the cache in front fetches blocks as large as a line of this
// cache, or larger, several smaller lines behave like one line of the block's size. Texture and read-only loads may have a nearest
// cache that fetches less. Such loads read parts of the blocks, and show whether each part is a line of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/structure/explore/explore.h"

namespace chasescope::structure {

inline constexpr std::uint64_t kElement = 4;  // bytes; no line is smaller

/// A cache and the space through which it was measured.
struct Shown {
  SpaceReport space;
  CacheReport cache;
};

/// Whether the line that was found may really be several: the cache in front fetches all of it at once, and no other path reaches
/// this cache.
bool are_hidden_in_blocks(const SpaceReport& space, const CacheReport& cache);

/// Whether loads through `other` fetch less than the blocks that hide the lines of `hidden`.
bool asks_for_less(const SpaceReport& other, const Shown& hidden);

/// Finds the same cache, with its sets, through the lab's space. `subjects`: the caches behind that space, nearest first. No value
/// if the cache can't be found there, or if the cache that is found may be another one: it differs in capacity, in sets, or in its
/// distance from memory.
std::optional<Shown> through_finer_space(Lab& lab, Depth depth, const std::vector<std::string>& subjects, const Shown& hidden);

}  // namespace chasescope::structure
