// How much two differences between a cache's and memory's latency may differ before they count as different distances from memory.
#pragma once

#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

/// The largest difference of two distances to memory, in cycles, that proves nothing.
inline double margin_of(const Survey& survey) {
  constexpr double kFarther = 6, kFartherInNoise = 0.04;
  return survey.noise.exact() ? kFarther : kFartherInNoise * survey.cold_cycles;
}

}  // namespace chasescope::structure
