// The checks of conformance.h, by what they look at.
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

/// Lines, ids, errors, order, cancelling, the end.
std::vector<Check> conversation_checks();
/// What a chase answers.
std::vector<Check> chase_checks();
/// What must be refused.
std::vector<Check> refusal_checks();
/// The other calls.
std::vector<Check> call_checks();

}  // namespace chasescope
