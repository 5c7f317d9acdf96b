// Policies without chance: what they would have done.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/inference/replacement/set_victims.h"

namespace chasescope::inference {

/// Hits and misses that a policy without chance would show from an empty set ("lru", "fifo", "plru"); plru also in the variant that
/// fills empty ways in the order of its tree. Accesses that did not reach the set are skipped (their entry is false).
/// Empty if the policy does not exist for that many ways.
std::vector<bool> predicted_misses(std::string_view policy, bool fill_by_tree, const std::vector<SetAccess>& accesses,
                                   std::uint32_t ways);

/// The same of LRU whose new lines enter beneath the lines of the last `hits` hits of the set (several hits of one line count each), and
/// on top before there was any: what was hit lately stays above what comes in.
std::vector<bool> misses_beneath_hits(const std::vector<SetAccess>& accesses, std::uint32_t ways, std::uint32_t hits);

/// Shares of the victims, block by block.
struct TreeShares {
  double proven = 0;    ///< one binary tree over the ways explains them, and they link all ways
  double possible = 0;  ///< no tree was refuted
};

/// How many victims one binary tree over the ways explains: at each node the half goes that was not touched last. Which way is
/// which leaf is found from the victims, so it does not matter how the set was filled. Nothing is possible if there is no tree over
/// that many ways.
TreeShares explained_by_tree(const std::vector<Victim>& victims, std::uint32_t ways);

}  // namespace chasescope::inference
