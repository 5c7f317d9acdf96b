// Levels and outliers told apart by more accesses: a level answers as large a share of them as before, outliers do not.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/experiment/lab.h"
#include "engine/inference/levels/latency_noise.h"

namespace chasescope::structure {

/// Outliers that come in bursts may be so many of a short walk that a level (`band`, cycles) seems to reach to where they are. In
/// more accesses they are few again; if they are not, the level is taken to reach as far to either side. `stride`: of the walk,
/// bytes.
inference::Band without_bursts(Lab& lab, const inference::LatencyNoise& noise, const Walk& walk, const inference::Band& band,
                               std::uint64_t stride);

/// What may be a level.
struct Candidate {
  std::size_t accesses = 0;  ///< that it answered in the walk
  double least_share = 0;    ///< of the accesses slower than `cut` that a level answers at the least, 0 to 1
  double cut = 0;            ///< cycles
  std::uint64_t stride = 0;  ///< of the walk, bytes
};

/// Whether what takes as long as `band` is a level. A few outliers that happen to take as long look like one, and so do many that
/// are scattered, until more accesses are timed.
bool is_seen_again(Lab& lab, const inference::LatencyNoise& noise, const Walk& walk, const inference::Band& band,
                   const Candidate& candidate);

}  // namespace chasescope::structure
