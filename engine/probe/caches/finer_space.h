// A cache's lines through another memory space. Where the cache in front of it asks for blocks as large as a line, or larger,
// several smaller lines answer as one of the block's size does. Texture and read-only loads may have a nearest cache that asks for
// less: it reads parts of such blocks, and shows whether each part is a line of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/structure/explore/explore.h"

namespace chasescope::structure {

inline constexpr std::uint64_t kElement = 4;  // bytes; no line is smaller

/// A cache and the space that showed it.
struct Shown {
  SpaceReport space;
  CacheReport cache;
};

/// Whether the line that was found may be several: the cache in front asks for all of it at once, through the only path that shows
/// it.
bool are_hidden_in_blocks(const SpaceReport& space, const CacheReport& cache);

/// Whether loads through `other` read parts of the blocks in which `hidden` was asked for.
bool asks_for_less(const SpaceReport& other, const Shown& hidden);

/// The same cache through the lab's space, with its sets. `subjects`: the caches behind that space, nearest first. None if it can't
/// be told there, or if what lies there may be another cache: one of another capacity, of other
/// sets, or at another distance from memory.
std::optional<Shown> through_finer_space(Lab& lab, Depth depth, const std::vector<std::string>& subjects, const Shown& hidden);

}  // namespace chasescope::structure
