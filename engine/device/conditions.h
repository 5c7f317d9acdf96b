// The conditions of a device at one moment: the clocks, temperature and power of a card, limits of its clock, and other processes
// that use it. A device that can report them is also a ConditionSource.
//
//   if (auto* source = dynamic_cast<ConditionSource*>(&device))
//     if (const auto now = source->conditions_now()) record(*now);
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace chasescope {

/// Members that the device does not report are empty.
struct Conditions {
  std::optional<double> sm_mhz, most_sm_mhz, memory_mhz, temperature_c, power_w, power_limit_w;
  std::vector<std::string> limits;  ///< reasons for a lowered clock: "power cap", "heat", …
  bool clock_is_set = false;        ///< a user has set the clocks
  std::optional<unsigned> other_processes;
  friend bool operator==(const Conditions&, const Conditions&) = default;
};

class ConditionSource {
 public:
  virtual ~ConditionSource() = default;
  /// The present conditions. Takes some milliseconds at most and does not disturb a running measurement. Empty if they are unknown.
  /// Never throws.
  virtual std::optional<Conditions> conditions_now() = 0;
};

}  // namespace chasescope
