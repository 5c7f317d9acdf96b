// How many loads a warp can have under way before the scoreboard stops it (request study §4).
//
// A warp's loads rise by a little each until one has to wait for an earlier one, and the time leaps by a latency. That may be the
// scoreboard, or the table of outstanding requests that is full. Two warps fill the table twice as fast, and their scoreboards not.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "engine/inference/requests/thread_latency.h"

namespace chasescope::inference {

struct LoadsPerWarp {
  enum class Verdict {
    limited,     ///< by the scoreboard, at `loads`
    at_least,    ///< `loads` were under way; then something stopped the warp that may have been the table
    unlimited,   ///< no limit up to `loads`
    unmeasured,  ///< no curve
  };
  Verdict verdict = Verdict::unmeasured;
  std::uint64_t loads = 0;
};

/// `alone`: time over loads of a single warp with few threads; `two`: the same for two whole warps. `table_loads`: how many loads
/// like those of `alone` the table holds at least, if it is known.
LoadsPerWarp find_loads_per_warp(std::span<const LoadPoint> alone, std::span<const LoadPoint> two, const CurveScale& scale,
                                 std::optional<std::uint64_t> table_loads);

}  // namespace chasescope::inference
