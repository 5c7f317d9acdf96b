// Levels that a walk over neighbouring lines does not show, because such a walk outgrows them together with the cache in front of
// them. This happens if sets fill unevenly, or if all lines of a page share one set.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

/// Two latencies that were taken for the near and the far part of one level, and the share of accesses (0 to 1) of the far part.
struct PartsOfLevel {
  inference::Band near, far;
  double far_share = 0;
};

/// Adds the hidden levels to `survey`. A level between two known levels shows in walks over lines from all over memory. A level
/// behind a cache that whole pages fill shows in walks over lines that are alone in their page. If lines from all over memory show
/// only the near latency of `parts`, the two latencies of `parts` are two levels. `stride`: bytes from one line to the next, chosen
/// so that each miss brings one line. `behind_is_known`: loads that skip the nearest cache have already shown the levels behind it,
/// so the search ends where the first of these answers. In `survey`, noise, levels, boundaries and the clean footprint are known.
void find_hidden_levels(Lab& lab, Survey& survey, const std::optional<PartsOfLevel>& parts, std::uint64_t stride,
                        bool behind_is_known);

}  // namespace chasescope::structure
