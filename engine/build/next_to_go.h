// Who goes from a full set: what a policy does, tried out on the cache that is built.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/model/spec/spec.h"

namespace chasescope::build {

/// Sets of more ways are not tried: nobody could look at their lines.
inline constexpr std::uint32_t kMostTriedWays = 16;
/// Sets are filled anew so often; policies that draw lots do so each time.
inline constexpr unsigned kTries = 240;

/// A set was filled line by line, and the line that came first was used once more. Then another line came: `goes[i]` is the share
/// of tries in which the line that had come as the i-th (from 0) had to go. Together 1, or less where another line than these went.
struct NextToGo {
  std::vector<double> goes;
  bool empty() const { return goes.empty(); }
};

/// Of the set with the number 0. Empty where that has more than kMostTriedWays ways, or no set of its own (an index for each way).
/// \pre the spec has passed the loader's checks
NextToGo next_to_go(const model::CacheSpec& spec);

}  // namespace chasescope::build
