// How many lines the data levels hold when each lies in a page of its own, or nearly: what a pattern must know that wants a line to
// be held by one cache and lost by another.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/probe/sweeps/page_survey.h"
#include "engine/probe/sweeps/swept_space.h"

namespace chasescope {

struct SpreadLines {
  std::uint64_t near_lines = 0;          ///< the nearest level holds so many; 0: not known
  std::vector<std::uint64_t> far_lines;  ///< for each level behind it: one comes back from there after so many others; 0: not known
};

/// `at` gives the strides, and a number of pages that the nearest TLB holds: lines lie in neighbouring places, each in the next of
/// these pages. The order of places is that of PageLines, so that any number of pages loads the sets alike.
Outcome<SpreadLines> measure_spread_lines(SweepRunner& runner, const ChaseRequest& base, const SweptSpace& space,
                                          const PageLines& at, Thoroughness thoroughness);

}  // namespace chasescope
