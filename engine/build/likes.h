// Caches of known cards that a person can begin from: "make it like the L1 of a GTX 560 Ti".
#pragma once

#include <string>
#include <vector>

#include "engine/build/built_cache.h"
#include "engine/model/spec/card.h"

namespace chasescope::build {

struct Like {
  std::string label;  ///< "L1", "texture L1", "L1, carve-out 50 to 100 %"
  BuiltCache cache;
  std::string left_out;  ///< a sentence about a property that the builder does not copy; empty if it copies all
};

/// The data and instruction caches of a card, each once, in each of its configurations. The hit latency is that of the first path
/// that asks the cache, and the miss latency is that of the next part of this path.
std::vector<Like> likes_of(const model::Card& card);

}  // namespace chasescope::build
