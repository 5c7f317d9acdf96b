// The fetch size of a miss: in a walk over memory that no cache holds, the first access to each sector misses, and the others hit.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace chasescope::inference {

/// The distance in bytes (a power of two) at which accesses slower than `cut` occur in a cold walk over elements `stride` bytes
/// apart. The first element must lie at a multiple of any distance in question. No value if no distance explains the slow accesses:
/// too few elements, or no regular pattern. A share `tolerated_share` of the accesses may contradict the distance (outliers), and
/// so may twice the share `slow_hits` of the hits, which is the share that noise makes slower than the cut.
std::optional<std::uint64_t> fetch_distance(std::span<const float> cycles, std::uint64_t stride, double cut, double tolerated_share,
                                            double slow_hits = 0);

}  // namespace chasescope::inference
