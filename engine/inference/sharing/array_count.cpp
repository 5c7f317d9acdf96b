#include "engine/inference/sharing/array_count.h"

#include <algorithm>

namespace chasescope::inference {
namespace {

constexpr std::size_t kFewestPositions = 8;

/// The smallest period that the pattern goes through at least twice; 0 if there is none.
std::size_t period_of(const std::vector<bool>& shares) {
  for (std::size_t period = 1; 2 * period <= shares.size(); ++period) {
    bool repeats = true;
    for (std::size_t i = period; i < shares.size() && repeats; ++i) repeats = shares[i] == shares[i - period];
    if (repeats) return period;
  }
  return 0;
}

}  // namespace

ArrayCount count_arrays(const std::vector<bool>& shares) {
  ArrayCount count;
  if (shares.size() < kFewestPositions) {
    count.undecided = "A block has only " + std::to_string(shares.size()) + " positions to compare.";
    return count;
  }
  count.period = period_of(shares);
  const std::size_t first_other = static_cast<std::size_t>(std::find(shares.begin(), shares.end(), false) - shares.begin());
  if (count.period == 0) {
    // The arrays may serve positions in runs, one array after the other. Then only the first run shares thread 0's array.
    const bool one_run = std::find(shares.begin() + static_cast<std::ptrdiff_t>(first_other), shares.end(), true) == shares.end();
    if (!one_run) {
      count.undecided = "The positions that share thread 0's array follow no pattern.";
      return count;
    }
    count.period = shares.size();
  }
  count.sharing =
      static_cast<std::size_t>(std::count(shares.begin(), shares.begin() + static_cast<std::ptrdiff_t>(count.period), true));
  if (count.period % count.sharing != 0) {
    count.undecided = std::to_string(count.sharing) + " of " + std::to_string(count.period) +
                      " positions share thread 0's array. The other positions can't be divided evenly.";
    return count;
  }
  count.arrays = count.period / count.sharing;
  return count;
}

}  // namespace chasescope::inference
