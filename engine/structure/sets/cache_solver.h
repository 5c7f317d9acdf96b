// From conflict questions to the structure of one cache or TLB, whatever its policy and however addresses are spread over its sets.
//
//   1. A minimal overflowing set: lines that overflow a set together and fit as soon as any one of them is left out. It has one
//   line more
//      than the set has ways (2014 paper §3.2, step 2, without its assumption of LRU).
//   2. The line: an address that can stand in for one of them, and does not overflow the set beside it, has the same tag.
//   3. The set index: addresses that can stand in for one of them are in the same set. Single address bits, then combinations, give
//   the
//      kernel of a linear index over GF(2); a regular distance gives a modulus. Random addresses that were not used must confirm
//      it.
//   4. The ways of every set, each filled until it overflows, all in a few chases (2014 paper §3.2, step 3, and §4.2 for unequal
//   sets).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/inference/sets/set_index.h"
#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

/// What was found of one cache or TLB. What could not be decided is empty, with the reason in `undecided` by quantity.
struct CacheShape {
  Addresses overflowing;         ///< a minimal overflowing set, ascending
  std::uint64_t line_bytes = 0;  ///< or page; 0 if undecided
  std::optional<inference::SetIndex> index;
  std::vector<std::uint32_t> ways;   ///< by set, as `index` numbers them; empty if undecided
  std::uint64_t examined_bytes = 0;  ///< address bits below this size were examined
  std::vector<RunPtr> set_runs, line_runs, index_runs, ways_runs;
  std::string line_undecided, index_undecided, ways_undecided;
  std::string by_trials;  ///< how trials showed sets and ways, in sentences; empty where chases did

  std::uint64_t entries() const;
  bool equal_ways() const;
};

/// Indices worth a guess, for a line (bytes) and the ways of one set. Each is put to the same tests as any other.
using Guesses = std::function<std::vector<inference::SetIndex>(std::uint64_t line_bytes, std::size_t ways)>;

/// Whether something else that is known bears an index and the ways of its sets out; one that is denied is turned down.
using BornOut = std::function<bool(const CacheShape&)>;

/// Step 2: the line of a minimal overflowing set, as two of its lines (and one between, where answers are rough) have it. Throws Undecided.
std::uint64_t solve_line(Tester& tester, const Addresses& overflowing, std::uint64_t largest_line, std::vector<RunPtr>& runs);

/// Steps 2 to 4 for a minimal overflowing set. Does not throw Undecided; DeviceFailure passes through.
CacheShape solve_cache(Tester& tester, Addresses overflowing, std::uint64_t largest_line, const Guesses& guesses = {},
                       const BornOut& born_out = {});

}  // namespace chasescope::structure
