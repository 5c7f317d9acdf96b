// Accesses of two kinds. If a level has a near and a far part, and about as many accesses go to one as to the other, the median of
// all accesses says little about either part.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "engine/statistics/median_interval.h"

namespace chasescope::inference {

struct TwoKinds {
  MedianInterval near, far;  ///< of the accesses of each kind
  std::size_t near_count = 0, far_count = 0;
  double cut = 0;  ///< cycles; an access up to this is of the near kind
};

/// Divides `values` (in any order) into two kinds, if there are two: halfway between the medians of the kinds, values are less than
/// half as dense as around either median, and each kind has at least a tenth of all values. An outlier belongs to the kind that it
/// is closer to. Empty for fewer than 128 values.
std::optional<TwoKinds> two_kinds_of(std::span<const double> values);

/// How often neighbouring lines are of the same kind.
struct Neighbours {
  double alike = 0;      ///< share of the pairs of neighbours that are of the same kind
  double by_chance = 0;  ///< the share to expect if the kinds came in random order
  /// Whether the place of a line decides its kind: of the pairs that would differ by chance, at least half are of the same kind.
  bool lie_together() const { return by_chance < 1 && (alike - by_chance) / (1 - by_chance) >= 0.5; }
};
/// Compares the kinds of neighbouring lines. `values`: the latencies of the lines, in the order of their addresses.
Neighbours neighbours_of(std::span<const double> values, const TwoKinds& kinds);

}  // namespace chasescope::inference
