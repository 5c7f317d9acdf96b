// Predicts which visits of a chase must hit and which must miss, in a cache that is empty at first and whose sets are known.
//
//   Foretold foretold = foretell({.index = index, .ways = {4, 4}, .line_bytes = 128}, addresses, last_pass);
//
// Sets and ways alone predict much. The first visit of a line misses. As long as no more lines of a set were read than the set has
// ways, all of them stay. If a pass visits more lines of a set than the set has ways, at least one of them misses, since not all
// can be in the set when the pass begins. A deterministic policy predicts the rest. So a structure can be tested with chases that
// were not used to infer it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/inference/sets/set_index.h"

namespace chasescope::structure {

/// The structure of a cache, as far as it is known.
struct ToldCache {
  inference::SetIndex index;
  std::vector<std::uint32_t> ways;  ///< of each set, in the numbering of the index
  std::uint64_t line_bytes = 0;
  std::uint64_t fetch_bytes = 0;  ///< bytes that a miss brings: a line, or a part of it
  std::string policy;             ///< a policy that predicts evictions, or empty
};

/// Whether a policy predicts which line is evicted: lru, fifo and plru do.
bool foretells(const std::string& policy);

enum class Fate : std::uint8_t { hit, miss, open };

struct Foretold {
  std::vector<Fate> fates;  ///< the prediction for each visit
  /// Groups of visits. At least one visit of each group must miss, but it is open which.
  std::vector<std::vector<std::size_t>> some_misses;
};

/// `addresses`: the addresses of the visits in order, all in sets that the index knows. `reached`: whether the visit reached this
/// cache; if a cache in front hit, there is no prediction. `last_pass`: from this visit on, each line that was visited before is
/// visited once.
Foretold foretell(const ToldCache& cache, const std::vector<std::uint64_t>& addresses, const std::vector<bool>& reached, std::size_t last_pass);

}  // namespace chasescope::structure
