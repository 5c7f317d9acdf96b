// What one eviction takes: neighbouring sectors that always miss together have one tag.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace chasescope::inference {

/// The block that is lost as a whole, and how often. Counts are of blocks by pass.
struct LostTogether {
  std::size_t block = 0;    ///< units (elements of the pass)
  std::size_t touched = 0;  ///< times that something of such a block missed
  std::size_t whole = 0;    ///< times that all of it did
  std::size_t touched_of_twice = 0, whole_of_twice = 0;  ///< the same for blocks twice as large
};

/// `missed`: whether each element of a sequential walk missed, pass by pass, `period` elements each; element 0 begins a block. The
/// walk must be over a little more than the cache holds, with few misses that come now here, now there: where the same lines miss in every pass,
/// neighbours that share a set look as if they shared a tag, and nothing is returned. The same if no size is clearly lost as a
/// whole and twice that size clearly not. (2014 paper §3.2, step 2, counted per eviction.)
std::optional<LostTogether> lost_together(const std::vector<bool>& missed, std::size_t period);

}  // namespace chasescope::inference
