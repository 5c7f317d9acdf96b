// Findings that say why there is no value.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "engine/device/description.h"
#include "engine/findings/finding.h"

namespace chasescope {

/// A finding of status `not_measurable`.
Finding unmeasured(std::string subject, std::string quantity, std::string reason, std::string method, std::string reference);

/// One finding without a value for each quantity, for a `device` that does not serve `call` at all. That is no failure: this device
/// can't be asked.
std::vector<Finding> unserved(const Description& device, std::string_view call, const std::string& subject,
                              std::initializer_list<const char*> quantities, const std::string& reference);

}  // namespace chasescope
