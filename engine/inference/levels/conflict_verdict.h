// Whether the lines of a chase fit in their sets. If a set gets more lines than it has ways, at least one of them misses in every
// pass, whatever the policy. If all sets hold their lines, nothing misses once the cache is warm. No policy is assumed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/inference/levels/latency_noise.h"

namespace chasescope::inference {

/// Misses of a chase of whole passes over a list of elements.
struct MissCounts {
  std::size_t passes = 0;
  std::vector<std::uint32_t> by_element;  ///< number of passes in which the element missed; 0 for elements that are not watched
  std::vector<std::uint32_t> by_pass;     ///< number of watched elements that missed in the pass
  std::size_t watched = 0;
  /// Whether an element missed in some passes only.
  bool differ_between_passes() const {
    return std::any_of(by_element.begin(), by_element.end(), [this](auto count) { return count != 0 && count != passes; });
  }
};

/// Counts latencies above `cut` that lie in one of `bands` (levels behind the cut). Other latencies above it are outliers and not
/// misses. `cycles` holds whole passes; `watched` says which elements count (empty: all).
MissCounts count_misses(std::span<const float> cycles, std::size_t period, double cut, std::span<const Band> bands,
                        const std::vector<bool>& watched);

enum class ConflictVerdict { fits, conflict, unclear };

/// `false_share`: the share of the slowest hits that noise makes look like misses. `alike`: whether all hits are as slow (see
/// is_one_latency()). `asked`: the share of the watched accesses that reached the cache at all, if caches in front answer some.
/// `unclear` means that more passes are needed.
ConflictVerdict judge_conflict(const MissCounts& misses, double false_share, bool alike = true, double asked = 1);

/// The passes over so many watched elements that judge_conflict() needs in noise to find a conflict. With fewer, it can't.
std::size_t fewest_passes(std::size_t watched, double false_share);

}  // namespace chasescope::inference
