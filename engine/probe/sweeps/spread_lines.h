// Finds how many lines the data levels hold if each line lies in a page of its own, or nearly. A pattern needs these numbers to
// keep a line in one cache and evict it from another.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/probe/sweeps/page_survey.h"
#include "engine/probe/sweeps/swept_space.h"

namespace chasescope {

struct SpreadLines {
  std::uint64_t near_lines = 0;          ///< lines that the nearest level holds; 0: not known
  std::vector<std::uint64_t> far_lines;  ///< for each farther level: after how many other lines a line is found in it; 0: not known
};

/// `at` gives the strides, and a number of pages that the nearest TLB holds. Lines lie in neighbouring places, each in the next of
/// these pages. Their order is that of PageLines, so that the sets are loaded alike whatever the number of pages.
Outcome<SpreadLines> measure_spread_lines(SweepRunner& runner, const ChaseRequest& base, const SweptSpace& space,
                                          const PageLines& at, Thoroughness thoroughness);

}  // namespace chasescope
