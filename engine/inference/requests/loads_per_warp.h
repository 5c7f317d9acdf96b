// Finds how many loads a warp can have in flight before the scoreboard stops it (request study §4).
//
// The time of a warp's loads rises by a little for each load, until a load has to wait for an earlier one. Then the time leaps by a
// latency. The cause is the scoreboard or a full table of outstanding requests. Two warps fill the table with half as many loads
// each, but each has a scoreboard of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "engine/inference/requests/thread_latency.h"

namespace chasescope::inference {

struct LoadsPerWarp {
  enum class Verdict {
    limited,     ///< the scoreboard stops the warp at `loads`
    at_least,    ///< `loads` were in flight, and then the warp was stopped, perhaps by the table
    unlimited,   ///< no limit up to `loads`
    unmeasured,  ///< there is no curve
  };
  Verdict verdict = Verdict::unmeasured;
  std::uint64_t loads = 0;
};

/// `alone`: the time of a single warp with few threads, over its loads. `two`: the same for two whole warps. `table_loads`: the
/// least number of such loads that the table holds, if that is known.
LoadsPerWarp find_loads_per_warp(std::span<const LoadPoint> alone, std::span<const LoadPoint> two, const CurveScale& scale,
                                 std::optional<std::uint64_t> table_loads);

}  // namespace chasescope::inference
