// Accesses of two kinds: a level that lies in two parts, a nearer and a farther one, answers about as often from the one as from the
// other, and its median says little of either.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "engine/statistics/median_interval.h"

namespace chasescope::inference {

struct TwoKinds {
  MedianInterval near, far;  ///< of the accesses of each kind
  std::size_t near_count = 0, far_count = 0;
  double cut = 0;  ///< up to here an access is of the near kind
};

/// Two kinds in `values` (any order), if there are two: halfway between their medians the values are less than half as dense as
/// around either, and either kind has a tenth of all or more. Outliers are of the kind that they are nearer to. Empty for fewer
/// than 128 values.
std::optional<TwoKinds> two_kinds_of(std::span<const double> values);

/// How many neighbours are of one kind.
struct Neighbours {
  double alike = 0;      ///< share of neighbours of the same kind
  double by_chance = 0;  ///< share that would be if the kinds came in any order
  /// At least half of what chance leaves open is explained.
  bool lie_together() const { return by_chance < 1 && (alike - by_chance) / (1 - by_chance) >= 0.5; }
};
/// Whether a kind goes with the place: `values` are those of neighbouring lines, in their order.
Neighbours neighbours_of(std::span<const double> values, const TwoKinds& kinds);

}  // namespace chasescope::inference
