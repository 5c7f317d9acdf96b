// The latency map that probe `l2-map` measures, read back from its runs, for its findings and for views.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/findings/run.h"
#include "engine/inference/chip/repeated_map.h"
#include "engine/inference/levels/near_far.h"

namespace chasescope {

struct DistanceMap {
  std::vector<unsigned> sms;             ///< rows, ascending
  std::vector<std::uint64_t> addresses;  ///< columns, ascending byte offsets
  inference::LatencyMap latency;         ///< medians over the passes, less the measuring overhead
  /// Means of the first half and of the last half of the passes; empty if there was only one pass. The halves consist of
  /// consecutive passes, because in some walks every second pass takes a cycle or two longer.
  inference::RepeatedMap repeated;
};

/// The name of the probe whose runs make the map.
inline constexpr const char* kDistanceMapProbe = "l2-map";

/// Computes the map from the runs of one measurement; other runs are ignored. Empty if there are none, or if they do not belong
/// together.
std::optional<DistanceMap> distance_map(std::span<const RunPtr> runs);

}  // namespace chasescope
