// The map of the chip: what the runs of probe `l2-map` show of patterns of distance, groups of SMs and slices, for its findings and
// for whoever draws it.
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
  std::string no_sides;  ///< why there are none; a sentence
  std::optional<inference::DistancePatterns> patterns;
  std::string no_patterns;
  std::optional<inference::SmGroups> groups;
  std::string no_groups;
  std::optional<inference::NeighboursAlike> neighbours;  ///< the size of a TPC, where SM numbers tell it
  std::size_t places = 0;                                ///< of the L2 that differ, at least
  std::vector<double> mean_cycles;                       ///< by row: over all lines

  /// Whether the row lies on the side of the first row; true where no sides are told.
  bool on_first_side(std::size_t row) const { return !sides || sides->row_side[row] == sides->row_side.front(); }
};

/// From the runs of one measurement; empty if there are none.
std::optional<ChipMap> chip_map(std::span<const RunPtr> runs);

/// In sentences, for findings and figures.
std::string patterns_in_words(const ChipMap& map);
std::string groups_in_words(const ChipMap& map);
std::string neighbours_in_words(const ChipMap& map);

}  // namespace chasescope
