// What another replacement policy would miss in a cache of the same shape: the race of a policy against LRU, FIFO and random lines.
// The cache is run, not reckoned: a chase over the footprint goes through it until it is warm, and the misses of passes after that
// count.
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

/// The share of misses of a chase in order over each footprint by `stride`, in a cache of the line, the sets and the ways that were
/// found, under a policy of the model ("fifo", "random"). Empty where not all of these are known, or where some 400,000 accesses
/// are too few for it. Pure: chance is drawn from a fixed seed.
std::vector<RacedPoint> race(const FoundSets& cache, const std::string& policy, const std::vector<std::uint64_t>& footprints,
                             std::uint64_t stride);

}  // namespace chasescope::step
