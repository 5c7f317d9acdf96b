// The order in which one pass reads the lines of a question, the flush lines for the caches in front of them, and the primers that
// look up their pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/structure/testers/front_emptier.h"
#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

/// How TLB misses are kept from being counted as misses of the cache.
enum class PageManner {
  plain,    ///< no TLB misses occur
  primed,   ///< just before each line, another line of its page (the primer) is read
  grouped,  ///< the first line that is read in each page is not counted
};

/// The accesses of one pass.
struct DataPlan {
  Addresses offsets;
  std::vector<std::ptrdiff_t> watched_as;  ///< for each offset: index into the watched addresses, or -1
  /// for each offset: whether the question names this line; empty if there is no cache in front
  std::vector<bool> asked;
  std::size_t emptying = 0;             ///< how many of the first offsets are flush lines for single sets of the caches in front
  std::vector<std::size_t> round_ends;  ///< positions in `offsets` at which a round over all lines ends
};

struct DataPlanner {
  PageManner manner = PageManner::grouped;
  std::uint64_t primer_distance = 0;    ///< bytes from a line to its primer, if primed
  std::uint64_t unit = 0;               ///< bytes
  bool has_front = false;               ///< whether there are caches in front
  const FrontEmptier* front = nullptr;  ///< null if the caches in front need no flush lines
  const Addresses* as_if = nullptr;     ///< lines that are not read, but whose sets in front are flushed as well
  bool all_read_in_each_pass = true;
  Addresses settled;                    ///< FrontEmptier::Question::settled
  /// distances (bytes, below the unit): in each round, all lines are read at one of these distances from their start
  std::vector<std::uint64_t> parts{0};

  /// `variant` chooses the line of a page that is read first, if that one is not counted.
  DataPlan plan(const Addresses& watched, const Addresses& others, unsigned variant) const;
  /// The flush lines for the caches in front if the question reads `lines`.
  Addresses emptying(const Addresses& lines) const;
};

/// For each round in which all lines are read: the positions of the elements in question that are among `among`.
std::vector<std::vector<std::size_t>> rounds_of(const DataPlan& plan, const std::vector<std::size_t>& among);

}  // namespace chasescope::structure
