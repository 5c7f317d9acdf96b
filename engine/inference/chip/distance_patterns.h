// Decomposes the latencies between SMs and places of a cache into patterns, until only noise is left.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/inference/chip/repeated_map.h"

namespace chasescope::inference {

/// A pattern is the product of a number for each row (SM) and a number for each column (place).
struct DistancePattern {
  std::vector<double> row;     ///< of length 1 as a vector
  std::vector<double> column;  ///< cycles; its length as a vector is the strength of the pattern
  /// Share of the reproducible variance that remains after the means of rows and columns are subtracted.
  double share = 0;
};

struct DistancePatterns {
  /// The strongest first; empty if the latency is a sum of a number for the row and one for the column.
  std::vector<DistancePattern> patterns;
  double explained = 0;                   ///< share of the reproducible variance that all patterns explain together
  double noise_cycles = 0;                ///< root mean square of a cell's noise, in one half of the samples
};

struct DistancePatternsFound {
  std::optional<DistancePatterns> found;
  std::string undecided;
};

/// Subtracts the means of rows and columns, and then one pattern after another. The strongest pattern of the first half of the
/// samples (first singular vectors) is accepted if the second half contains it, too, more strongly than noise would in one of a
/// million maps.
DistancePatternsFound distance_patterns(const RepeatedMap& map);

}  // namespace chasescope::inference
