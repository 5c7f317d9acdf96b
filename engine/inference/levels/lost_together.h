// Finds how much one eviction removes: neighbouring sectors that always miss together share one tag.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace chasescope::inference {

/// The block that is evicted as a whole, and how often it was. Counts are blocks by pass.
struct LostTogether {
  std::size_t block = 0;    ///< units (elements of the pass)
  std::size_t touched = 0;  ///< times that some part of such a block missed
  std::size_t whole = 0;    ///< times that all of it missed
  std::size_t touched_of_twice = 0, whole_of_twice = 0;  ///< the same for blocks twice as large
};

/// `missed`: whether each element of a sequential walk missed, pass by pass, `period` elements each. Element 0 begins a block. The
/// footprint must be a little larger than the cache, with few misses, at other places in each pass. If the same lines miss in every
/// pass, neighbours that share a set look as if they shared a tag, and there is no value. There is no value either unless one size
/// is clearly evicted as a whole and twice that size clearly is not. (2014 paper §3.2, step 2, counted per eviction.)
std::optional<LostTogether> lost_together(const std::vector<bool>& missed, std::size_t period);

}  // namespace chasescope::inference
