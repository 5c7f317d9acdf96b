// Tells from timed loads how much of an array is still in a cache. Pure functions, without numbers of any card.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace chasescope::inference {

/// Loads below `cycles` count as hits. The two shares are the errors of that rule, seen on loads that are known to hit or to miss.
struct LoadCut {
  double cycles = 0;
  double false_misses = 0;  ///< share of the known hits that the cut counts as misses
  double false_hits = 0;    ///< share of the known misses that the cut counts as hits
  std::size_t loads = 0;    ///< of the smaller of the two samples, which limits how well the errors are known
};

/// The cut with the fewest errors. Of equally good cuts, the one in the middle of the widest gap. None if hits and misses overlap
/// so much that even the best cut is wrong about a tenth of either on average. \pre neither sample is empty
std::optional<LoadCut> load_cut(std::vector<double> hits, std::vector<double> misses);

/// Which share of the timed lines is in the cache.
struct ResidentShare {
  double value = 0;
  double low = 0, high = 1;  ///< 95 % interval (Wilson)
};

/// Corrects the counted share for the errors of the cut (Rogan and Gladen 1978, "Estimating prevalence from the results of a
/// screening test"). \pre `cycles` is not empty
ResidentShare resident_share(const std::vector<double>& cycles, const LoadCut& cut);

/// Whether the true share of lines that are in the cache is above or below a share. `open`: too few loads, or a share too close, to
/// say so with an error below statistics::kWrong.
enum class Against { above, below, open };
/// \pre `cycles` is not empty; 0 < share < 1
Against compared_with(double share, const std::vector<double>& cycles, const LoadCut& cut);

/// What is left of an array that was read with priority, for one size of the array.
struct ResidentBytes {
  std::uint64_t bytes = 0;  ///< of the array
  ResidentShare share;
};

struct HeldBytes {
  double bytes = 0;
  double low = 0, high = 0;
};

/// How many bytes a cache holds of arrays that are too large for it: the median of share times size over the arrays of which at
/// least a quarter is missing. The bounds enclose the intervals of all of them. None if there is no such array.
std::optional<HeldBytes> held_bytes(const std::vector<ResidentBytes>& arrays);

}  // namespace chasescope::inference
