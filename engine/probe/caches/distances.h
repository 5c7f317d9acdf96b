// How far latencies may lie apart before they say that two levels are at different distances from memory.
#pragma once

#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

/// By how many cycles distances to memory may differ without saying anything.
inline double margin_of(const Survey& survey) {
  constexpr double kFarther = 6, kFartherInNoise = 0.04;
  return survey.noise.exact() ? kFarther : kFartherInNoise * survey.cold_cycles;
}

}  // namespace chasescope::structure
