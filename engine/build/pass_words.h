// What a pass shows, in one sentence that is worked out from it: which sets are asked for more lines than they have ways, what that
// costs, and what of the room elsewhere is no help.
#pragma once

#include <string>
#include <vector>

#include "engine/build/warm_pass.h"

namespace chasescope::build {

/// The lines of one set during a pass.
struct SetLoad {
  std::uint32_t set = 0, ways = 0;
  std::uint64_t lines = 0;  ///< that want to be in it
  std::uint64_t kept = 0;   ///< of those, that did not miss
  std::uint64_t visits = 0, misses = 0;
  std::uint64_t over() const { return lines > ways ? lines - ways : 0; }
};

/// By set. Empty for a part without sets.
std::vector<SetLoad> set_loads(const WarmPass& pass, const PartPass& part);

/// "set 4", "sets 4 to 7", "sets 1, 3 and 6", "12 of 64 sets". \pre sets ascend, and there is one.
std::string sets_words(const std::vector<std::uint32_t>& sets, std::size_t of);

/// \pre part is one of the pass's.
std::string pass_sentence(const WarmPass& pass, const PartPass& part);

}  // namespace chasescope::build
