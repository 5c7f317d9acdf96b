// Caches of cards to begin from: "make it like the L1 of a GTX 560 Ti".
#pragma once

#include <string>
#include <vector>

#include "engine/build/built_cache.h"
#include "engine/model/spec/card.h"

namespace chasescope::build {

struct Like {
  std::string label;  ///< "L1", "texture L1", "L1, carve-out 50 to 100 %"
  BuiltCache cache;
  std::string left_out;  ///< what of it is not taken over, as a sentence; empty: nothing
};

/// The data caches of a card, each once and in each of its shapes, with the latencies of the first path that asks it: its own, and
/// that of what is asked next. `card_name` goes into what the cache was begun from.
std::vector<Like> likes_of(const model::Card& card);

}  // namespace chasescope::build
