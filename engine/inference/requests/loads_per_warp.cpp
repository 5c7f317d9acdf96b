#include "engine/inference/requests/loads_per_warp.h"

namespace chasescope::inference {

LoadsPerWarp find_loads_per_warp(std::span<const LoadPoint> alone, std::span<const LoadPoint> two, const CurveScale& scale,
                                 std::optional<std::uint64_t> table_loads) {
  using Verdict = LoadsPerWarp::Verdict;
  const Saturation one_warp = find_saturation(alone, scale);
  if (alone.empty() || one_warp.limited_from_the_start) return {};
  if (!one_warp.leap) {
    // The curve rises beyond two latencies without a leap. From there on, the loads may have waited for any reason.
    const bool free = one_warp.free_up_to == alone.back().count;
    return {free ? Verdict::unlimited : Verdict::at_least, one_warp.free_up_to};
  }
  const std::uint64_t loads = one_warp.leap->fits;
  if (one_warp.leap->waits != loads + 1) return {Verdict::at_least, loads};  // numbers of loads around the leap were left out
  // If the table holds more loads than one warp had in flight, the table did not stop the warp.
  if (table_loads && *table_loads > loads) return {Verdict::limited, loads};
  const Saturation two_warps = find_saturation(two, scale);
  // The table held the loads of both warps (twice free_up_to) at once, so it can hold as many loads of one warp.
  if (2 * two_warps.free_up_to > loads) return {Verdict::limited, loads};
  return {Verdict::at_least, loads};
}

}  // namespace chasescope::inference
