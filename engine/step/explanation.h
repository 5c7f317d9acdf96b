// Why an access hit or missed, and why the victim had to go, in words for a class.
#pragma once

#include <string>

#include "engine/step/step.h"

namespace chasescope::step {

struct Explanation {
  std::string headline;  ///< "A miss. Line 6 belongs in set 0, and set 0 is full."
  std::string reason;    ///< "Line 0 was used longest ago (13 accesses), so LRU throws it out …"; may be empty
  std::string sequel;    ///< "… and it is exactly what the chase needs next."; may be empty
};

/// `part` is the one that was looked at.
Explanation explain(const Source& source, const Look& look, std::size_t part);

/// "l1" as people write it: "L1", "L2 TLB", "texture L1".
std::string part_title(const Part& part);

}  // namespace chasescope::step
