// Detects latencies that drift from chase to chase, which no single chase shows, and latencies that spread too widely to form a
// level.
#pragma once

#include <optional>
#include <string>

#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

/// Chases the same element, with the same number of accesses, between the steps of a survey.
class WanderingClock {
 public:
  /// Raises Survey::wanders to the difference between this latency of the element and the first one, if that is more than chance.
  /// Does nothing on devices without noise, and on cards, whose levels are measured at many places.
  void look_again(Lab& lab, Survey& survey);

 private:
  std::optional<double> first_;  // mean latency of the first chase, cycles
};

/// If the latencies of one element that is read over and over do not form a level, a sentence that says why no level of the device
/// can be measured. Else empty.
std::string of_no_level(const Survey& survey);

}  // namespace chasescope::structure
