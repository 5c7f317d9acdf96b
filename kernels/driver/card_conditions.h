// What a card does at one moment, as its management library tells it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace chasescope::cuda {

/// Each is empty where it is not told.
struct CardConditions {
  std::optional<double> sm_mhz, most_sm_mhz, memory_mhz, temperature_c, power_w, power_limit_w;
  std::vector<std::string> limits;  ///< what keeps its clock down now: "power cap", "heat", …; nothing of a card that is idle
  bool clock_is_set = false;        ///< somebody chose its clocks (application clocks, locked clocks)
  std::optional<unsigned> other_processes;  ///< that compute on it
};

}  // namespace chasescope::cuda
