// Small statistics for the programs that run on a card.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "engine/trace/latency_trace.h"

namespace chasescope {

/// The value below which a share of the entries lies, 0 to 1; 0 for an empty list.
inline double quantile(std::vector<float> values, double share) {
  if (values.empty()) return 0;
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return static_cast<double>(*at);
}

inline double median(const LatencyTrace& trace) { return quantile(trace.copy(), 0.5); }

/// Share of entries above a limit.
inline double share_above(const LatencyTrace& trace, double limit) {
  if (trace.empty()) return 0;
  std::size_t above = 0;
  trace.for_each_segment(0, trace.size(), [&](auto cycles, std::size_t) {
    above += static_cast<std::size_t>(
        std::count_if(cycles.begin(), cycles.end(), [&](float c) { return static_cast<double>(c) > limit; }));
  });
  return static_cast<double>(above) / static_cast<double>(trace.size());
}

}  // namespace chasescope
