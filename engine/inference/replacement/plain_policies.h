// Predicts the hits and misses of deterministic policies.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/inference/replacement/set_victims.h"

namespace chasescope::inference {

/// The hits and misses of a deterministic policy ("lru", "fifo", "plru"), starting with an empty set; for plru also in the variant
/// that fills empty ways in the order of its tree. Accesses that did not reach the set are skipped (their entry is false). Empty if
/// the policy does not exist for that many ways.
std::vector<bool> predicted_misses(std::string_view policy, bool fill_by_tree, const std::vector<SetAccess>& accesses,
                                   std::uint32_t ways);

/// The same for a variant of LRU. A new line enters below the lines of the last `hits` hits of the set (several hits of one line
/// count each), and on top if there was no hit yet. So lines that were hit lately stay above new lines.
std::vector<bool> misses_beneath_hits(const std::vector<SetAccess>& accesses, std::uint32_t ways, std::uint32_t hits);

/// Shares of the victims, counted block by block.
struct TreeShares {
  double proven = 0;    ///< one binary tree over the ways explains them, and they connect all ways
  double possible = 0;  ///< no tree was contradicted
};

/// How many victims one binary tree over the ways explains. At each node, the half that was not touched last is replaced. Which way
/// is which leaf is found from the victims, so that it does not matter how the set was filled. Nothing is possible if there is no
/// tree over that many ways.
TreeShares explained_by_tree(const std::vector<Victim>& victims, std::uint32_t ways);

}  // namespace chasescope::inference
