// Finds groups of SMs that share a path to the places of a cache (parts of a chip), from latencies alone.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/inference/chip/repeated_map.h"

namespace chasescope::inference {

struct SmGroups {
  std::vector<std::size_t> group_of;  ///< by row; groups are numbered in the order of their first rows
  std::vector<std::size_t> sizes;     ///< by group
  std::vector<std::size_t> order;     ///< the groups, ordered so that similar ones are neighbours
  double within_cycles = 0;           ///< largest difference between parts of one group, root mean square over the columns
  double between_cycles = 0;          ///< smallest difference between two groups
  double least_z = 0;                 ///< certainty of the row that fits its group least clearly, in standard errors
};

struct SmGroupsFound {
  std::optional<SmGroups> groups;
  std::string undecided;  ///< why no groups are reported; a sentence
};

/// Rows are alike if they differ only by a constant and noise. The means of rows and columns are subtracted. Then the two groups
/// that differ least are merged, again and again (centroid linkage). Differences are computed from products of the two halves of
/// the samples, so that noise does not increase them. The result is the finest grouping that meets two conditions. Each row must
/// fit its own group better than any other, with a chance of one in a million that any row does not. The next two groups must
/// differ by twice as much as the groups merged so far. Rows of one group can still differ by less than `within_cycles`.
SmGroupsFound sm_groups(const RepeatedMap& map);

/// Blocks of consecutive rows (SM numbers) whose latencies are alike.
struct NeighboursAlike {
  std::size_t size = 0;  ///< rows 0 to size − 1, size to 2·size − 1, …
  double cycles = 0;     ///< largest difference of two rows of a block, root mean square
  double alike = 0;      ///< share of all pairs of rows that differ by no more
  double by_chance = 0;  ///< probability that rows in random order would give blocks this similar
};
/// The block size, 2 or 3, for which the rows of every block are alike, means included. Empty if neither size or both fit, or if it
/// may be chance.
std::optional<NeighboursAlike> neighbours_alike(const RepeatedMap& map);

/// A lower bound of the number of different columns. Columns are chosen one after another. Each must differ from all chosen ones by
/// more than noise would cause in one of a million maps, and by more than twice the largest error that noise causes for any pair in
/// this map.
std::size_t columns_apart(const RepeatedMap& map);

}  // namespace chasescope::inference
