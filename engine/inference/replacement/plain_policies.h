// Predicts the hits and misses of deterministic policies.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/inference/replacement/set_victims.h"

namespace chasescope::inference {

/// The hits and misses of a deterministic policy ("lru", "fifo", "plru"), starting with an empty set. With `fill_by_tree`, plru
/// fills empty ways in the order of its tree. Accesses that did not reach the set are skipped (their entry is false). Empty if the
/// policy does not exist for that many ways.
std::vector<bool> predicted_misses(std::string_view policy, bool fill_by_tree, const std::vector<SetAccess>& accesses,
                                   std::uint32_t ways);

/// The same for a variant of LRU. A new line enters below the lines of the last `hits` hits of the set (several hits of one line
/// count each), and on top if there was no hit yet. Recently hit lines thus stay above new lines.
std::vector<bool> misses_beneath_hits(const std::vector<SetAccess>& accesses, std::uint32_t ways, std::uint32_t hits);

/// How well a binary tree over the ways explains the victims. They are cut into blocks, and the members are shares of these blocks.
struct TreeShares {
  double proven = 0;    ///< one tree explains all victims of the block, and these connect all ways
  double possible = 0;  ///< the victims of the block contradict no tree
};

/// Compares the victims with PLRU: at each node of the tree, the half that was not touched last is replaced. The leaf of each way
/// is found from the victims, so that the order in which the set was filled does not matter. Both shares are 0 if there is no tree
/// over that many ways.
TreeShares explained_by_tree(const std::vector<Victim>& victims, std::uint32_t ways);

}  // namespace chasescope::inference
