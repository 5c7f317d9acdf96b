// The miss rate of a TLB over the number of pages that are visited in turn, from a few that fit to where every set has overflowed:
// with equal sets it grows evenly, with unequal ones in steps as high as the sets (2014 paper §4.2, figure 11).
#pragma once

#include <string>
#include <vector>

#include "engine/structure/sets/cache_solver.h"
#include "engine/structure/translation/tlb_tester.h"

namespace chasescope::structure {

struct MissRate {
  std::uint64_t pages = 0;   ///< neighbours, one line read in each per pass
  double rate = 0;           ///< share of the accesses that this TLB missed, 0 to 1
  std::uint64_t steady = 0;  ///< pages that missed in every pass
  RunPtr run;
};

struct MissRates {
  std::string data_level;        ///< the subject that all data came from
  std::uint64_t step_pages = 1;  ///< between two points
  std::string undecided;         ///< why the points tell no rates; empty if they do
  std::vector<MissRate> points;  ///< ascending; ends where the device, the data cache or the budget ends it
};

/// `shape` is what was found of the TLB that `tester` asks; its page and its ways are known. TLBs in front need no company here:
/// so many pages in turn reach past them, and what they answer all the same counts as no miss.
MissRates miss_rates_over_pages(TlbTester& tester, const CacheShape& shape, const std::string& data_level);

}  // namespace chasescope::structure
