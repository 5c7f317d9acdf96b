// Explains in words for a class why an access hit or missed, and why the victim was evicted.
#pragma once

#include <string>

#include "engine/step/step.h"

namespace chasescope::step {

struct Explanation {
  std::string headline;  ///< "A miss. Line 6 belongs in set 0, and set 0 is full."
  std::string reason;    ///< "Line 0 was used longest ago (13 accesses), so LRU throws it out …"; may be empty
  std::string sequel;    ///< "… and it is exactly what the chase needs next."; may be empty
};

/// `part` is the index of the part that `look` shows.
Explanation explain(const Source& source, const Look& look, std::size_t part);

/// The name of a part as people write it: "L1", "L2 TLB", "Texture L1".
std::string part_title(const Part& part);

}  // namespace chasescope::step
