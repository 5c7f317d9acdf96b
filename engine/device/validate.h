// The one place that says which requests are well formed, so that every device refuses the same things with the same words.
#pragma once

#include <optional>

#include "engine/device/chase.h"
#include "engine/device/description.h"
#include "engine/device/error.h"

namespace chasescope {

/// Checks a chase against the protocol's rules and against what `device` says that it can serve.
/// Empty if the request is good; else `invalid_request`, `unsupported` or `out_of_memory` with a sentence that names the limit.
std::optional<DeviceError> check(const ChaseRequest& request, const Description& device);

}  // namespace chasescope
