// Finds line size, sets, ways and index function of one cache or TLB from conflict questions. It assumes no replacement policy and
// no index function.
//
// 1. A minimal overflowing set: lines that overflow a set together, and fit as soon as any one of them is left out. There is one
//    line more than the set has ways (2014 paper §3.2, step 2, without its assumption of LRU).
// 2. The line size: an address has the same tag as one of these lines if it can replace the line in the minimal overflowing set,
//    but the address and the line together count as one line only.
// 3. The set index: addresses that can take the place of one of the lines are in the same set. Single address bits, and then
//    combinations, give the kernel of a linear index over GF(2); a regular distance gives a modulus. Random addresses that were not
//    used before must confirm it.
// 4. The ways of every set. Each set is filled until it overflows, all sets in a few chases (2014 paper §3.2, step 3, and §4.2 for
//    unequal sets).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/inference/sets/set_index.h"
#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

/// The structure of one cache or TLB. A quantity that could not be decided is empty, and `undecided` has its reason.
struct CacheShape {
  Addresses overflowing;         ///< a minimal overflowing set, ascending
  std::uint64_t line_bytes = 0;  ///< line or page size; 0 if undecided
  std::optional<inference::SetIndex> index;
  std::vector<std::uint32_t> ways;   ///< by set, as `index` numbers them; empty if undecided
  std::uint64_t examined_bytes = 0;  ///< address bits below this size were examined
  std::vector<RunPtr> set_runs, line_runs, index_runs, ways_runs;
  std::string line_undecided, index_undecided, ways_undecided;
  std::string by_trials;  ///< how random trials found sets and ways, in sentences; empty if chases found them

  std::uint64_t entries() const;
  bool equal_ways() const;
};

/// Candidate indices for a line size (bytes) and the ways of one set. Each must pass the same tests as any other index.
using Guesses = std::function<std::vector<inference::SetIndex>(std::uint64_t line_bytes, std::size_t ways)>;

/// Whether independent evidence confirms an index and the ways of its sets. If it contradicts them, the index is refused.
using BornOut = std::function<bool(const CacheShape&)>;

/// Step 2: the line size. It is found at two lines of a minimal overflowing set, and at a third one where answers are rough. Throws
/// Undecided.
std::uint64_t solve_line(Tester& tester, const Addresses& overflowing, std::uint64_t largest_line, std::vector<RunPtr>& runs);

/// Steps 2 to 4, from a minimal overflowing set. Does not throw Undecided; DeviceFailure passes through.
CacheShape solve_cache(Tester& tester, Addresses overflowing, std::uint64_t largest_line, const Guesses& guesses = {},
                       const BornOut& born_out = {});

}  // namespace chasescope::structure
