// How many requests an SM has under way at once, at the least (Little's law).
//
// If n requests are all issued and answered within T cycles, and none is answered sooner than after w, then n · w / T of them are
// under way on average, and at some moment at least so many. No table need be full for that.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "engine/inference/requests/thread_latency.h"

namespace chasescope::inference {

struct UnderWay {
  std::uint64_t requests = 0;  ///< at least so many at once
  std::uint64_t of = 0;        ///< n: requests of the burst that shows it
  std::size_t point = 0;       ///< of the curve
};

/// The largest such bound of a curve of unique requests over threads, `loads` of each. \param shortest what a request takes at the
/// least, cycles. Empty if no point shows one.
std::optional<UnderWay> least_under_way(std::span<const LoadPoint> curve, std::uint64_t loads, double shortest);

}  // namespace chasescope::inference
