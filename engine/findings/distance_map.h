// The map that probe `l2-map` makes, read back from its runs: for its findings and for whoever draws it.
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
  inference::LatencyMap latency;         ///< medians over the passes, the cost of measuring removed
  /// Means of the first and of the last passes; empty where there was one pass alone. Neighbouring passes, because in some walks
  /// every other pass takes a cycle or two longer.
  inference::RepeatedMap repeated;
};

/// The probe's name, by which its runs are known.
inline constexpr const char* kDistanceMapProbe = "l2-map";

/// From the runs of one measurement; others are passed over. Empty if there are none, or they do not belong together.
std::optional<DistanceMap> distance_map(std::span<const RunPtr> runs);

}  // namespace chasescope
