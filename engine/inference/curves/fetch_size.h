// What one miss brings: in a walk over memory that no cache holds, the first access to each sector misses and the others hit.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace chasescope::inference {

/// The distance in bytes (a power of two) at which accesses slower than `cut` come back in a cold walk of elements `stride` bytes
/// apart, the first at a multiple of any distance asked about. Empty if no distance explains them: too few elements, or no regular
/// pattern. `tolerated_share` of the accesses may contradict (outliers), and twice `slow_hits` of those that hit: noise lifts so
/// many above the cut.
std::optional<std::uint64_t> fetch_distance(std::span<const float> cycles, std::uint64_t stride, double cut, double tolerated_share,
                                            double slow_hits = 0);

}  // namespace chasescope::inference
