// Groups of SMs that share the way to the places of a cache: parts of a chip, from latencies alone.
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
  std::vector<std::size_t> order;     ///< groups such that those that are alike stand beside each other
  double within_cycles = 0;           ///< by how much parts of one group differ at the most, root mean square over the columns
  double between_cycles = 0;          ///< by how much groups differ at the least
  double least_z = 0;                 ///< how clearly the least clear row belongs to its group, in standard errors
};

struct SmGroupsFound {
  std::optional<SmGroups> groups;
  std::string undecided;  ///< why there are none; a sentence
};

/// Rows are alike if they differ by a constant and noise alone. Means of rows and columns are taken out; then the two groups that
/// differ least are joined, again and again (centroid linkage, on differences that both halves of the samples agree in, so that
/// noise adds nothing to them). Told are the finest groups of which every row belongs to its own more clearly than to any other,
/// with a chance of one in a million that one of all rows does not, and if the next two groups differ by twice as much as what was
/// joined. Which rows are joined to one group can still differ by less than `within_cycles`.
SmGroupsFound sm_groups(const RepeatedMap& map);

/// So many rows in a row always wait alike.
struct NeighboursAlike {
  std::size_t size = 0;  ///< rows 0 to size − 1, size to 2·size − 1, …
  double cycles = 0;     ///< by how much two of them differ at the most, root mean square
  double alike = 0;      ///< share of all pairs of rows that differ by no more
  double by_chance = 0;  ///< that all blocks would be so alike
};
/// The size of the blocks, 2 or 3, in which all rows are alike, means included; empty where neither or both are, or where it may be
/// chance.
std::optional<NeighboursAlike> neighbours_alike(const RepeatedMap& map);

/// At least so many columns differ: chosen one after another, each differing from all that were chosen before by more than noise
/// would make two of them differ in one of a million maps, and by more than twice what noise makes any pair agree too little in
/// this map.
std::size_t columns_apart(const RepeatedMap& map);

}  // namespace chasescope::inference
