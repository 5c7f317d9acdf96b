// Up to which size a copy profits from the L2 (request study §3.3, figure 2). The gap between a copy after a flush and one without
// grows with the size while more of the data is found in the cache, and is constant from there on.
#pragma once

#include <cstdint>
#include <span>

namespace chasescope::inference {

/// The time of a copy of one size, in any unit.
struct CopyTimes {
  double bytes = 0;
  double flushed = 0;
  double not_flushed = 0;
};

struct CopySaturation {
  enum class Verdict {
    found,
    too_few,    ///< fewer than six sizes
    no_gap,     ///< a flush makes no difference beyond the noise
    no_plateau  ///< the gap still grows, or changes in another way, at the largest sizes
  };
  Verdict verdict = Verdict::too_few;
  double bytes = 0;          ///< size at which the rise meets the plateau
  double low = 0, high = 0;  ///< interval of that size, from the scatter around the two lines
  double gap_per_byte = 0;   ///< slope of the rise: gap per byte
  double plateau = 0;        ///< the gap beyond saturation
};

/// Fits a rise and a plateau to the gaps. \pre sizes rise from entry to entry.
CopySaturation find_copy_saturation(std::span<const CopyTimes> copies);

}  // namespace chasescope::inference
