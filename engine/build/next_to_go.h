// Which line of a full set the replacement policy evicts, found by trying it on a simulated cache.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/model/spec/spec.h"

namespace chasescope::build {

/// Sets with more ways are not tried: the drawing has no room for so many lines.
inline constexpr std::uint32_t kMostTriedWays = 16;
/// How many times the set is filled anew. A policy with random choices draws anew each time.
inline constexpr unsigned kTries = 240;

/// The result of this experiment: a set was filled line by line, and the line that came first was used once more. Then another line
/// came. `goes[i]` is the share of the tries in which the i-th line (from 0) was evicted. The sum is 1, or less if some tries
/// evicted none of these lines.
struct NextToGo {
  std::vector<double> goes;
  bool empty() const { return goes.empty(); }
};

/// Tries the set with the number 0. Empty if it has more than kMostTriedWays ways, or if the index is skewed, so that each way has
/// an index of its own.
/// \pre the spec has passed the loader's checks
NextToGo next_to_go(const model::CacheSpec& spec);

}  // namespace chasescope::build
