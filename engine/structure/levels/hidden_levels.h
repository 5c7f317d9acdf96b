// Levels that a walk over neighbouring lines does not show, because they are outgrown together with the level in front of them:
// where sets fill unevenly, or where all lines of a page share one set.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

/// What was taken for the near and the far part of one level, and the share of the accesses that the far part answered (0 to 1).
struct PartsOfLevel {
  inference::Band near, far;
  double far_share = 0;
};

/// Adds to `survey` the levels that lines from all over memory show between two of its own, and those that lone lines of a page
/// show behind a cache that other pages fill. Takes `parts` for two levels if lines from anywhere show the near one alone.
/// `stride`: bytes from one line to the next, such that each miss brings one. `behind_is_known`: a way past the nearest cache has
/// shown what lies behind it, by the same lines, so that they are asked no further than to what answers next. `survey`: noise,
/// levels, boundaries and the clean footprint are known.
void find_hidden_levels(Lab& lab, Survey& survey, const std::optional<PartsOfLevel>& parts, std::uint64_t stride,
                        bool behind_is_known);

}  // namespace chasescope::structure
