// Counts the arrays of one kind in an SM, by the positions of a block that use the same array as thread 0 (topology thesis, §4.6).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace chasescope::inference {

struct ArrayCount {
  std::size_t arrays = 0;   ///< 0: undecided
  std::size_t period = 0;   ///< positions after which the pattern repeats; 1 if all positions share thread 0's array
  std::size_t sharing = 0;  ///< positions of a period that share thread 0's array
  std::string undecided;
};

/// `shares[i]`: whether position i (a warp, or a thread) uses the array of position 0; shares[0] is true. Each array is assumed to
/// serve equally many positions: either in turn, so that the pattern repeats at least twice, or in runs of equal length. Undecided
/// if the pattern is neither, or if there are fewer than eight positions.
ArrayCount count_arrays(const std::vector<bool>& shares);

}  // namespace chasescope::inference
