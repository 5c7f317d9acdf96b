// Latencies that run away: over all chases together, which no single chase shows, or so far that they are of no level.
#pragma once

#include <optional>
#include <string>

#include "engine/structure/levels/survey.h"

namespace chasescope::structure {

/// Chases one element, as often each time, between the steps of a survey.
class WanderingClock {
 public:
  /// Makes Survey::wanders at least as large as what the element takes differs from the first time by, if that is more than chance.
  /// Nothing on devices without noise, and on cards, whose levels are looked at from many places.
  void look_again(Lab& lab, Survey& survey);

 private:
  std::optional<double> first_;  // cycles, the mean
};

/// Why nothing can be said of a device whose latencies for one element, over and over, are of no level; empty where they are of
/// one.
std::string of_no_level(const Survey& survey);

}  // namespace chasescope::structure
