// In which order the lines of a question are read, what is read to empty the caches in front of them, and what looks their pages
// up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/structure/testers/front_emptier.h"
#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

/// How TLB misses are kept from counting.
enum class PageManner {
  plain,    ///< there are none
  primed,   ///< another line of the page is read just before each
  grouped,  ///< the first of each page to be read is not counted
};

/// One pass.
struct DataPlan {
  Addresses offsets;
  std::vector<std::ptrdiff_t> watched_as;  ///< per offset: index into the watched addresses, or -1
  std::vector<bool> asked;                 ///< per offset: a line that the question names; empty if nothing is in front
  std::size_t emptying = 0;                ///< offsets that are there to empty sets of the caches in front
  std::vector<std::size_t> round_ends;     ///< positions in `offsets`: all lines were read once more
};

struct DataPlanner {
  PageManner manner = PageManner::grouped;
  std::uint64_t primer_distance = 0;    ///< bytes from a line to its primer, if primed
  std::uint64_t unit = 0;               ///< bytes
  bool has_front = false;               ///< there are caches in front
  const FrontEmptier* front = nullptr;  ///< if they are to be emptied
  const Addresses* as_if = nullptr;     ///< for lines that are not read as well, if their sets are emptied
  bool all_read_in_each_pass = true;
  Addresses settled;                    ///< FrontEmptier::Question::settled
  std::vector<std::uint64_t> parts{0};  ///< of each line, by distance (bytes, below the unit): all lines are read once for each

  /// `variant`: which line of a page comes first, where that one is not counted.
  DataPlan plan(const Addresses& watched, const Addresses& others, unsigned variant) const;
  /// What is read to empty the caches in front where `lines` are read.
  Addresses emptying(const Addresses& lines) const;
};

}  // namespace chasescope::structure
