// What a device does at one moment besides what is asked of it: the clocks, heat and power of a card, what limits it, and who else
// uses it. A device that can tell is a ConditionSource, too.
//
//   if (auto* source = dynamic_cast<ConditionSource*>(&device))
//     if (const auto now = source->conditions_now()) record(*now);
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace chasescope {

/// Each is empty where it is not told.
struct Conditions {
  std::optional<double> sm_mhz, most_sm_mhz, memory_mhz, temperature_c, power_w, power_limit_w;
  std::vector<std::string> limits;  ///< what keeps the clock down: "power cap", "heat", …
  bool clock_is_set = false;        ///< somebody chose the clocks
  std::optional<unsigned> other_processes;
  friend bool operator==(const Conditions&, const Conditions&) = default;
};

class ConditionSource {
 public:
  virtual ~ConditionSource() = default;
  /// Some milliseconds at the most; disturbs nothing that is measured meanwhile. Nothing where nobody can tell. Never throws.
  virtual std::optional<Conditions> conditions_now() = 0;
};

}  // namespace chasescope
