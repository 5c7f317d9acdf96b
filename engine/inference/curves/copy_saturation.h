// Up to which size a copy profits from the L2 (request study §3.3, figure 2): the gap between a copy after a flush and one without
// grows with the size as long as more of it is found in the cache, and stays where it is from there on.
#pragma once

#include <cstdint>
#include <span>

namespace chasescope::inference {

/// What a copy of one size took, in any unit of time that is the same for all.
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
  double bytes = 0;          ///< where the rise meets the plateau
  double low = 0, high = 0;  ///< where it may lie, as far as the scatter around the two lines tells
  double gap_per_byte = 0;   ///< of the rise
  double plateau = 0;        ///< the gap beyond saturation
};

/// Fits a rise and a plateau to the gaps. \pre sizes rise from entry to entry.
CopySaturation find_copy_saturation(std::span<const CopyTimes> copies);

}  // namespace chasescope::inference
