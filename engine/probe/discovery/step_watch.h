// Compares the state of a card before and after a step of a discovery. If the clock rose meanwhile, or another program computed on
// the card, the step is worth repeating.
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
  /// Reads the card's state for the first time. A device that can't report its state is never doubted, and costs nothing. `device`
  /// outlives this.
  explicit StepWatch(Device& device);

  /// Whether the step that begins now may have to be repeated: the clock is below the card's maximum, or another program computes
  /// on the card.
  bool is_doubtful() const;
  /// Reads the state after the step. \return why the step is to be repeated, as the end of a sentence ("as the clock rose from 345
  /// to 1,980 MHz meanwhile"); empty if its results stand. `open`: the step failed, or left a question open.
  std::string why_again(bool open);
  /// Reads the state before the next step, if why_again() was not called.
  void look();

 private:
  ConditionSource* source_;
  std::optional<Conditions> before_;
};

/// Merges the findings of both executions of a step: those of the second, and those of the first for which the second has no value.
/// `why`, from why_again(), is added to the method of each finding that was measured again.
std::vector<Finding> told_again(std::vector<Finding> first, std::vector<Finding> second, const std::string& why);

}  // namespace chasescope
