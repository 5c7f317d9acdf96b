// Clocks, temperature and power of a card at one moment, from its management library.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace chasescope::cuda {

/// A member is empty if the library does not report it.
struct CardConditions {
  std::optional<double> sm_mhz, most_sm_mhz, memory_mhz, temperature_c, power_w, power_limit_w;
  std::vector<std::string> limits;          ///< reasons for a lowered clock: "power cap", "heat", …; empty for an idle card
  bool clock_is_set = false;                ///< a user has set the clocks (application clocks, locked clocks)
  std::optional<unsigned> other_processes;  ///< processes that compute on the card
};

}  // namespace chasescope::cuda
