// Combines findings that are points of one curve: miss rates over footprints, latencies over degrees of conflict. Where there is no
// room for every point, the curve is written as one range.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/findings/finding.h"

namespace chasescope {

/// Findings of one subject and quantity that differ in one numeric condition only.
struct FindingCurve {
  std::vector<std::size_t> places;  ///< indices of its findings, in their order
  std::string over;                 ///< "N = 16 KiB to 20 KiB"
  std::string values;               ///< "0 to 39.5 %": from the least to the greatest
};

/// The curves of measured numbers. Each finding belongs to at most one curve. Curves of fewer than `fewest` findings are left out.
std::vector<FindingCurve> finding_curves(std::span<const Finding> findings, std::size_t fewest);

}  // namespace chasescope
