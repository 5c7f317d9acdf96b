// Who was replaced, and what was known of everybody then: the history of one set, read from hits and misses.
//
// With w + 1 lines on w ways exactly one line is absent at any time, whatever the policy. A miss brings the absent line in and
// sends another out, and that one is the next to miss: so each victim is seen, the way it sat in, and how long ago it had been
// touched and filled (2014 paper §3.2, step 4, and §4.2). Ways are numbered in the order in which an empty set was filled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace chasescope::inference {

/// What one access of a chase over the lines of a set showed.
struct SetAccess {
  std::uint32_t line = 0;  ///< 0 … ways
  bool miss = false;
  bool reached = true;  ///< false: a cache in front answered, so that this set did not see the access
  bool known = true;    ///< false: the latency does not tell hit from miss (an outlier, between two levels)
};

/// One replacement that was seen.
struct Victim {
  std::uint32_t way = 0;  ///< where the victim sat
  std::uint32_t touch_rank =
      0;  ///< lines of the set touched more recently: 0 the last touched, ways − 1 the least recently touched
  std::uint32_t fill_rank = 0;  ///< lines of the set that came in later: 0 the newest, ways − 1 the oldest
  // Who else could have gone.
  std::uint32_t last_touched_way = 0, longest_untouched_way = 0;
  std::uint32_t newest_way = 0, oldest_way = 0;
  std::uint32_t last_touched_fill_rank = 0;
  std::vector<std::uint16_t> ways_by_touch;  ///< most recently touched first; empty for more than kMostListedWays
  static constexpr std::uint32_t kMostListedWays = 64;
};

/// An access that told neither hit nor miss. If it was read the wrong way, two ways are exchanged from there on.
struct Doubt {
  std::size_t begin = 0,
              end = 0;         ///< victims by their place in the list: the first one that is concerned, the first one after them
  std::uint32_t a = 0, b = 0;  ///< ways
};

struct Victims {
  std::vector<Victim> list;   ///< in order
  std::vector<Doubt> doubts;  ///< in order
  std::size_t contradictions =
      0;  ///< misses of lines that nothing had replaced: misread, or lines that are not of this chase take part
  void append(const Victims& more);
};

/// All replacements of a chase over ways + 1 lines. The first few are left out: it takes a while until all else has left the set.
/// An access that does not tell hit from miss is taken as whichever makes the replacements around it likelier.
Victims victims_of(const std::vector<SetAccess>& accesses, std::uint32_t ways);

}  // namespace chasescope::inference
