#include "engine/inference/requests/loads_per_warp.h"

namespace chasescope::inference {

LoadsPerWarp find_loads_per_warp(std::span<const LoadPoint> alone, std::span<const LoadPoint> two, const CurveScale& scale,
                                 std::optional<std::uint64_t> table_loads) {
  using Verdict = LoadsPerWarp::Verdict;
  const Saturation one_warp = find_saturation(alone, scale);
  if (alone.empty() || one_warp.limited_from_the_start) return {};
  if (!one_warp.leap) {
    // What rises without a leap may have been stopped by anything after it has taken as long as two latencies.
    const bool free = one_warp.free_up_to == alone.back().count;
    return {free ? Verdict::unlimited : Verdict::at_least, one_warp.free_up_to};
  }
  const std::uint64_t loads = one_warp.leap->fits;
  if (one_warp.leap->waits != loads + 1) return {Verdict::at_least, loads};  // not measured load by load
  // A table that holds more loads of one warp than this was not what stopped it.
  if (table_loads && *table_loads > loads) return {Verdict::limited, loads};
  const Saturation two_warps = find_saturation(two, scale);
  // So many loads of both warps were in the table at once; it holds at least twice as many of one.
  if (2 * two_warps.free_up_to > loads) return {Verdict::limited, loads};
  return {Verdict::at_least, loads};
}

}  // namespace chasescope::inference
