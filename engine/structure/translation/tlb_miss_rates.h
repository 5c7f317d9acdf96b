// The miss rate of a TLB over the number of pages that are visited in turn, from a few that fit to so many that every set
// overflows. With equal sets the rate grows evenly, with unequal ones in steps whose heights show the sizes of the sets (2014 paper
// §4.2, figure 11).
#pragma once

#include <string>
#include <vector>

#include "engine/structure/sets/cache_solver.h"
#include "engine/structure/translation/tlb_tester.h"

namespace chasescope::structure {

struct MissRate {
  std::uint64_t pages = 0;   ///< neighbouring pages, of which each pass reads one line
  double rate = 0;           ///< share of the accesses that missed this TLB, 0 to 1
  std::uint64_t steady = 0;  ///< pages that missed in every pass
  RunPtr run;
};

struct MissRates {
  std::string data_level;        ///< the subject of the level that all data came from
  std::uint64_t step_pages = 1;  ///< pages between two points
  std::string undecided;         ///< why there are no rates; empty if there are
  std::vector<MissRate> points;  ///< ascending; the last is set by the device, the data cache or the budget
};

/// `shape`: of the TLB that `tester` asks about, with its page size and its ways. TLBs in front need no flushing here: so many
/// pages in turn exceed their reach, and their hits do not count as misses.
MissRates miss_rates_over_pages(TlbTester& tester, const CacheShape& shape, const std::string& data_level);

}  // namespace chasescope::structure
