// The map of the chip: the distance patterns, groups of SMs and slices that follow from the runs of probe `l2-map`, for its
// findings and for views.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "engine/findings/distance_map.h"
#include "engine/inference/chip/distance_patterns.h"
#include "engine/inference/chip/sm_groups.h"

namespace chasescope {

struct ChipMap {
  DistanceMap distances;
  std::optional<inference::Sides> sides;
  std::string no_sides;  ///< why no sides are reported; a sentence
  std::optional<inference::DistancePatterns> patterns;
  std::string no_patterns;
  std::optional<inference::SmGroups> groups;
  std::string no_groups;
  std::optional<inference::NeighboursAlike> neighbours;  ///< the size of a TPC, if the SM numbers show it
  std::size_t places = 0;                                ///< least number of different places in the L2
  std::vector<double> mean_cycles;                       ///< mean over all lines, by row

  /// Whether the row lies on the same side as the first row; true if no sides are known.
  bool on_first_side(std::size_t row) const { return !sides || sides->row_side[row] == sides->row_side.front(); }
};

/// Computes the map from the runs of one measurement; empty if there are none.
std::optional<ChipMap> chip_map(std::span<const RunPtr> runs);

/// The patterns and the groups in sentences, for findings and figures.
std::string patterns_in_words(const ChipMap& map);
std::string groups_in_words(const ChipMap& map);
std::string neighbours_in_words(const ChipMap& map);

}  // namespace chasescope
