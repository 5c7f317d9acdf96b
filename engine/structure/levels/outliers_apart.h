// Tells a level from outliers by timing more accesses: a level answers the same share of them, outliers a smaller one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/experiment/lab.h"
#include "engine/inference/levels/latency_noise.h"

namespace chasescope::structure {

/// A burst of outliers may be a large part of a short walk, so that a level's latencies (`band`, cycles) seem to reach up to them.
/// A longer walk gives the true upper end. If the band is as wide there, the level is taken to end as far above its median as it
/// begins below it. `stride`: of the walk, bytes.
inference::Band without_bursts(Lab& lab, const inference::LatencyNoise& noise, const Walk& walk, const inference::Band& band,
                               std::uint64_t stride);

/// A group of latencies that may be a level.
struct Candidate {
  std::size_t accesses = 0;  ///< accesses of the walk that it answered
  double least_share = 0;    ///< of the accesses slower than `cut`, the share (0 to 1) that a level answers at the least
  double cut = 0;            ///< cycles
  std::uint64_t stride = 0;  ///< of the walk, bytes
};

/// Whether the latencies in `band` are a level. Outliers may look like one if a few happen to be equal, or if many are scattered. A
/// longer walk distinguishes the two.
bool is_seen_again(Lab& lab, const inference::LatencyNoise& noise, const Walk& walk, const inference::Band& band,
                   const Candidate& candidate);

}  // namespace chasescope::structure
