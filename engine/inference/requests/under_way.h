// A lower bound of the requests that an SM has in flight at once (Little's law).
//
// If n requests are issued and answered within T cycles, and none is answered sooner than after w, then n · w / T of them are in
// flight on average, and at some moment at least so many. The table need not be full for that.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "engine/inference/requests/thread_latency.h"

namespace chasescope::inference {

struct UnderWay {
  std::uint64_t requests = 0;  ///< at least so many at once
  std::uint64_t of = 0;        ///< n: requests of the burst that shows it
  std::size_t point = 0;       ///< index of the point of the curve
};

/// The largest such bound of a curve of unique requests over threads, with `loads` of each. \param shortest the shortest time of a
/// request, cycles. No value if no point gives a bound.
std::optional<UnderWay> least_under_way(std::span<const LoadPoint> curve, std::uint64_t loads, double shortest);

}  // namespace chasescope::inference
