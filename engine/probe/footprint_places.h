// Which accesses of a footprint chase are looked at, and at which strides footprints are chased.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/inference/miss_mark.h"
#include "engine/probe/footprint_survey.h"

namespace chasescope {

inline constexpr std::uint64_t kManyElements = 65536;
inline constexpr std::uint64_t kUsualLine = 128;
inline constexpr std::uint64_t kSmallestPage = 4096;
inline constexpr std::uint64_t kSwappedBytes = 1024;  ///< blocks of this size lie in one page, and hold whole lines

/// The stride for an array of this size: `fine`, or a cache line of the usual size where that would make more than kManyElements.
inline std::uint64_t stride_for(std::uint64_t bytes, std::uint64_t fine) {
  return bytes / fine <= kManyElements ? fine : std::max(fine, kUsualLine);
}

inline std::uint64_t rounded_up(std::uint64_t bytes, std::uint64_t step) { return (bytes + step - 1) / step * step; }

/// The places of a pass that are looked at. An array larger than a page of the usual kind has places that come first in their
/// pages, where translations may miss; nobody knows yet how large pages are, so all that may be first are left out.
inline inference::Places places_of(std::uint64_t bytes, std::uint64_t stride) {
  inference::Places places{static_cast<std::size_t>(bytes / stride), 0};
  if (bytes >= kSmallestPage && kSwappedBytes % stride == 0) places.skip = static_cast<std::size_t>(2 * kSwappedBytes / stride);
  return places;
}

inline LatencyTrace looked_at(const SurveyPoint& point) {
  return inference::at_places(point.run->chase()->result.cycles, places_of(point.bytes, point.stride));
}

inline double share_above(const LatencyTrace& trace, double cycles) {
  std::size_t count = 0;
  trace.for_each_segment(0, trace.size(), [&](std::span<const float> part, std::size_t) {
    count += static_cast<std::size_t>(std::count_if(part.begin(), part.end(), [&](float c) { return c > cycles; }));
  });
  return static_cast<double>(count) / static_cast<double>(std::max<std::size_t>(trace.size(), 1));
}

/// Latency that all but a few of the accesses stay below, outliers aside.
inline double top_of(const LatencyTrace& trace) {
  std::vector<float> values = trace.copy();
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(0.995 * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at * 1.04 + 2;
}

}  // namespace chasescope
