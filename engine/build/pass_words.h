// One sentence about a pass, worked out from its outcomes: which sets get more lines than they have ways, which misses follow, and
// which free places in other sets don't help.
#pragma once

#include <string>
#include <vector>

#include "engine/build/warm_pass.h"

namespace chasescope::build {

/// The lines of one set during a pass.
struct SetLoad {
  std::uint32_t set = 0, ways = 0;
  std::uint64_t lines = 0;  ///< lines of the array that the index maps to this set
  std::uint64_t kept = 0;   ///< those of them that did not miss in the pass
  std::uint64_t visits = 0, misses = 0;
  std::uint64_t over() const { return lines > ways ? lines - ways : 0; }
};

/// One for each set, in order. Empty for a part without sets.
std::vector<SetLoad> set_loads(const WarmPass& pass, const PartPass& part);

/// "set 4", "sets 4 to 7", "sets 1, 3 and 6", "12 of 64 sets". \pre The sets ascend, and there is at least one.
std::string sets_words(const std::vector<std::uint32_t>& sets, std::size_t of);

/// \pre `part` is one of the parts of `pass`.
std::string pass_sentence(const WarmPass& pass, const PartPass& part);

}  // namespace chasescope::build
