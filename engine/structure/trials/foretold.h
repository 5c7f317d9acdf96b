// What a cache of known sets does with a chase that begins with it empty: which visits must hit, and which must miss.
//
//   Foretold foretold = foretell({.index = index, .ways = {4, 4}, .line_bytes = 128}, addresses, last_pass);
//
// Sets and ways alone tell a good deal. While no more lines of a set were seen than it has ways, each of them stays; a line that was not
// seen yet misses; and where a pass visits more lines of a set than it has ways, one of them at least misses, for not all of them can
// be in when the pass begins. A policy without chance tells the rest. So what was inferred can be held against chases that nothing
// was inferred from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/inference/sets/set_index.h"

namespace chasescope::structure {

/// What was told of a cache.
struct ToldCache {
  inference::SetIndex index;
  std::vector<std::uint32_t> ways;  ///< of each set, as the index numbers them
  std::uint64_t line_bytes = 0;
  std::uint64_t fetch_bytes = 0;  ///< what a miss brings: the line, or a part of it
  std::string policy;             ///< one that foretells, or empty
};

/// Whether a policy tells what goes: lru, fifo and plru do.
bool foretells(const std::string& policy);

enum class Fate : std::uint8_t { hit, miss, open };

struct Foretold {
  std::vector<Fate> fates;                             ///< of each visit
  std::vector<std::vector<std::size_t>> some_misses;  ///< visits of which one at least must miss, where none of them is foretold by itself
};

/// `addresses`: of the visits, in order; in sets that the index knows. `reached`: whether the cache was asked at all; else one in front of
/// it answered, and that visit is open. `last_pass`: from this visit on, every line is visited that was visited before.
Foretold foretell(const ToldCache& cache, const std::vector<std::uint64_t>& addresses, const std::vector<bool>& reached, std::size_t last_pass);

}  // namespace chasescope::structure
