// What a card did before a step of a discovery and after it: a clock that rose meanwhile, or another program that computed on it,
// is a reason to make the step once more.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/device/conditions.h"
#include "engine/device/device.h"
#include "engine/findings/finding.h"

namespace chasescope {

class StepWatch {
 public:
  /// Looks for the first time. A device that can't tell costs nothing and is never doubted. `device` outlives this.
  explicit StepWatch(Device& device);

  /// Whether the step that begins now may have to be made again: the clock is not yet what the card can do, or somebody else
  /// computes.
  bool is_doubtful() const;
  /// Looks after the step. \return why it is made once more, as the end of a sentence ("as the clock rose from 345 to 1,980 MHz
  /// meanwhile"); empty if it stands. `open`: it failed, or something could not be told.
  std::string why_again(bool open);
  /// Looks before the next step, where why_again() was not asked.
  void look();

 private:
  ConditionSource* source_;
  std::optional<Conditions> before_;
};

/// What the second making of a step told, and of the first what the second has no value for. `why`, from why_again(), goes to the
/// method of what was measured again.
std::vector<Finding> told_again(std::vector<Finding> first, std::vector<Finding> second, const std::string& why);

}  // namespace chasescope
