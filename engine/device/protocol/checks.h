// The checks of conformance.h, grouped by subject.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/device/protocol/examiner.h"

namespace chasescope {

struct Check {
  std::string name;
  std::string rule;
  std::function<void(Examiner&)> run;  ///< throws Broken or NotApplicable
  bool needs_chase = false;
};

/// Checks of lines, ids, errors, order, cancelling, and the end of the program.
std::vector<Check> conversation_checks();
/// Checks of the answers to chases.
std::vector<Check> chase_checks();
/// Checks that bad requests are refused.
std::vector<Check> refusal_checks();
/// Checks of the other calls.
std::vector<Check> call_checks();

}  // namespace chasescope
