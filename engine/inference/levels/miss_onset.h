// Finds the number of pages (or lines) from which on there are misses: the first misses, and a clear share of misses. The two
// numbers may differ, because a few accesses miss before a set overflows, and because outliers look like misses.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace chasescope::inference {

struct MissOnset {
  std::uint64_t fits = 0;      ///< with this number, and with all smaller numbers tried since, no more than a few accesses missed
  std::uint64_t outgrown = 0;  ///< with this number a clear share missed; > fits
};

/// Shares of the accesses: `few` may miss by accident, `clear` can't.
struct OnsetShares {
  double few = 0;
  double clear = 0;
};

/// Doubles the number from `from` on, then bisects to one part in `fineness`. \param share of the accesses that miss for that
/// number; it is called as seldom as possible, and need not grow evenly. No value if `most` shows no clear share, or if `from`
/// already shows more than a few.
std::optional<MissOnset> find_onset(const std::function<double(std::uint64_t)>& share, std::uint64_t from, std::uint64_t most,
                                    const OnsetShares& shares, std::uint64_t fineness);

}  // namespace chasescope::inference
