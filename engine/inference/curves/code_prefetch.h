// Whether instructions are fetched ahead, from the time of code in blocks that is run in the order of memory and scattered
// (decision 55).
//
//   const CodePrefetch found = find_code_prefetch(points);   // in order of length
//
// Within the nearest cache both orders take the same, but for noise and the way to measure. Code that is longer takes longer if it
// is scattered. Where the order of memory saves some of that, lines are sent for before a branch asks for them.
//
// Stated resolution: "no" means that less than a tenth of what a scattered block's fetch takes is hidden. Lines longer than a block
// look like lines fetched ahead.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "engine/statistics/median_interval.h"

namespace chasescope::inference {

/// Cycles of a block in code of so many bytes: several measurements of each order, made in turn.
struct OrderedBlocks {
  double bytes = 0;
  std::vector<double> in_order, scattered;  ///< of the same number, at least one
};

enum class FetchedAhead { yes, no, unclear };

/// Code that does not fit the nearest cache.
struct BlocksBehind {
  std::size_t point = 0;
  MedianInterval fetch;   ///< cycles of a scattered block, beyond what it takes from the nearest cache
  MedianInterval hidden;  ///< cycles of it that the order of memory saves, less what that order saves in the nearest cache
  FetchedAhead verdict = FetchedAhead::unclear;
};

struct CodePrefetch {
  std::size_t nearest = 0;           ///< the number of points, from the first on, whose code fits the nearest cache
  MedianInterval control;            ///< cycles of a block that the order of memory saves there
  std::vector<BlocksBehind> behind;  ///< points whose scattered blocks certainly take longer than those of the nearest cache
  /// Yes if it is so at some point behind the nearest cache; no if at none of them; else unclear. Empty without such points.
  std::optional<FetchedAhead> verdict;
  std::size_t telling = 0;  ///< the point of `behind` with this verdict whose fetch takes longest
};

/// \pre Each point has as many measurements in order as scattered, at least one.
CodePrefetch find_code_prefetch(std::span<const OrderedBlocks> points);

}  // namespace chasescope::inference
