// The patterns in what SMs wait for places of a cache, taken apart until only noise is left.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/inference/chip/repeated_map.h"

namespace chasescope::inference {

/// A number for every row times a number for every column.
struct DistancePattern {
  std::vector<double> row;     ///< of length 1 as a vector
  std::vector<double> column;  ///< cycles; as long as the pattern is strong
  double share = 0;            ///< of the variance that comes again, after the means of rows and columns
};

struct DistancePatterns {
  std::vector<DistancePattern> patterns;  ///< the strongest first; empty: rows and columns add something, and nothing else
  double explained = 0;                   ///< share of the variance that comes again, by all of them
  double noise_cycles = 0;                ///< root mean square of a cell's noise, in one half of the samples
};

struct DistancePatternsFound {
  std::optional<DistancePatterns> found;
  std::string undecided;
};

/// Takes the means of rows and columns out, and then one pattern after another: the strongest of the first half (first singular
/// vectors) is a pattern if it comes again in the second half, by more than noise would make it in one of a million maps.
DistancePatternsFound distance_patterns(const RepeatedMap& map);

}  // namespace chasescope::inference
