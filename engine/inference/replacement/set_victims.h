// Which line each miss evicted, and the state of the set at that time: the history of one set, read from hits and misses.
//
// If w + 1 lines use w ways, exactly one line is missing from the set at any time, whatever the policy. A miss brings the missing
// line in and evicts another, and that one is the next to miss. So each victim is identified, with its way, and with the time since
// it was last touched and since it was filled (2014 paper §3.2, step 4, and §4.2). Ways are numbered in the order in which an empty
// set is filled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace chasescope::inference {

/// One access of a chase over the lines of a set.
struct SetAccess {
  std::uint32_t line = 0;  ///< 0 … ways
  bool miss = false;
  bool reached = true;  ///< false: a cache in front answered, so that this set did not see the access
  bool known = true;    ///< false: the latency does not tell hit from miss (an outlier, between two levels)
};

/// One replacement.
struct Victim {
  std::uint32_t way = 0;  ///< the way of the victim
  std::uint32_t touch_rank =
      0;  ///< lines of the set touched more recently: 0 the last touched, ways − 1 the least recently touched
  std::uint32_t fill_rank = 0;  ///< lines of the set that were filled later: 0 the newest, ways − 1 the oldest
  // The other candidates.
  std::uint32_t last_touched_way = 0, longest_untouched_way = 0;
  std::uint32_t newest_way = 0, oldest_way = 0;
  std::uint32_t last_touched_fill_rank = 0;
  std::vector<std::uint16_t> ways_by_touch;  ///< most recently touched first; empty for more than kMostListedWays
  static constexpr std::uint32_t kMostListedWays = 64;
};

/// An access that may be a hit or a miss. If it was classified wrongly, two ways are exchanged from there on.
struct Doubt {
  std::size_t begin = 0,
              end = 0;         ///< victims by their place in the list: the first one affected, and the first one after them
  std::uint32_t a = 0, b = 0;  ///< ways
};

struct Victims {
  std::vector<Victim> list;   ///< in order
  std::vector<Doubt> doubts;  ///< in order
  std::size_t contradictions =
      0;  ///< misses of lines that were not replaced: a misread access, or accesses to the set by lines outside of this chase
  void append(const Victims& more);
};

/// All replacements of a chase over ways + 1 lines. The first few are left out, because the set still holds other lines. An access
/// that may be a hit or a miss is taken for the one that makes the replacements around it more probable.
Victims victims_of(const std::vector<SetAccess>& accesses, std::uint32_t ways);

}  // namespace chasescope::inference
