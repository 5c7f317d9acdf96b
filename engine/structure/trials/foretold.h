// Predicts a chase that starts with an empty cache of known sets: which visits must hit, and which must miss.
//
//   Foretold foretold = foretell({.index = index, .ways = {4, 4}, .line_bytes = 128}, addresses, last_pass);
//
// Sets and ways alone predict a good deal. A line that was never read misses. As long as no more lines of a set were read than it
// has ways, each of them stays. And if a pass visits more lines of a set than it has ways, at least one of them misses, since not
// all can be in the set when the pass begins. A deterministic policy predicts the rest. So a structure can be tested with chases
// that it was not inferred from.
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
  std::vector<std::uint32_t> ways;  ///< of each set, as the index numbers them
  std::uint64_t line_bytes = 0;
  std::uint64_t fetch_bytes = 0;  ///< bytes that a miss brings: a line, or a part of it
  std::string policy;             ///< a policy that predicts evictions, or empty
};

/// Whether a policy predicts which line is evicted: lru, fifo and plru do.
bool foretells(const std::string& policy);

enum class Fate : std::uint8_t { hit, miss, open };

struct Foretold {
  std::vector<Fate> fates;  ///< the prediction for each visit
  /// groups of visits of which at least one must miss, without any of them being predicted by itself
  std::vector<std::vector<std::size_t>> some_misses;
};

/// `addresses`: of the visits in order, all in sets that the index knows. `reached`: whether the visit reached this cache; if a
/// cache in front hit, there is no prediction. `last_pass`: from this visit on, every line is visited once that was visited before.
Foretold foretell(const ToldCache& cache, const std::vector<std::uint64_t>& addresses, const std::vector<bool>& reached, std::size_t last_pass);

}  // namespace chasescope::structure
