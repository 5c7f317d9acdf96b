// From how many pages (lines, …) on something misses: where misses begin, and where they are no accident any more. A few may miss
// before a set overflows, and outliers look like misses, so the two need not be the same.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace chasescope::inference {

struct MissOnset {
  std::uint64_t fits = 0;      ///< no more than a few of so many missed, nor of any smaller number since
  std::uint64_t outgrown = 0;  ///< of so many a clear share missed; > fits
};

/// What is looked for, as shares of the accesses: `few` may miss by accident, `clear` may not.
struct OnsetShares {
  double few = 0;
  double clear = 0;
};

/// Doubling from `from` on, then bisection to one part in `fineness`. \param share of the accesses that miss among so many; asked as
/// seldom as that allows, and need not grow evenly. Empty if `most` show no clear share, or already `from` shows more than a few.
std::optional<MissOnset> find_onset(const std::function<double(std::uint64_t)>& share, std::uint64_t from, std::uint64_t most,
                                    const OnsetShares& shares, std::uint64_t fineness);

}  // namespace chasescope::inference
