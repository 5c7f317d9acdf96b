// The misses that another replacement policy would have in a cache of the same shape, for a race of the found policy against LRU,
// FIFO and random replacement. The misses are counted by running a model cache: a chase over the footprint goes through it until it
// is warm, and the misses of later passes count.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/findings/found_sets.h"

namespace chasescope::step {

/// A warm chase of one footprint by one policy.
struct RacedPoint {
  std::uint64_t bytes = 0;
  double miss_rate = 0;  ///< share of the accesses
};

/// The share of misses of a chase in order over each footprint by `stride`, in a cache with the line, sets and ways that were
/// found, under a policy of the model ("fifo", "random"). Empty if not all of these are known, or if four passes over all
/// footprints take more than 400,000 accesses. Pure: random numbers come from a fixed seed.
std::vector<RacedPoint> race(const FoundSets& cache, const std::string& policy, const std::vector<std::uint64_t>& footprints,
                             std::uint64_t stride);

}  // namespace chasescope::step
