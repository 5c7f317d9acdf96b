// The one place that says which requests are well formed, so that every device refuses the same things with the same words.
#pragma once

#include <optional>
#include <string_view>

#include "engine/device/chase.h"
#include "engine/device/description.h"
#include "engine/device/error.h"
#include "engine/device/requests.h"
#include "engine/device/trials.h"

namespace chasescope {

/// Checks a chase against the protocol's rules and against what `device` says that it can serve.
/// Empty if the request is good; else `invalid_request`, `unsupported` or `out_of_memory` with a sentence that names the limit.
std::optional<DeviceError> check(const ChaseRequest& request, const Description& device);

/// The same for the other requests. What only the device can know (the size of its instructions, the names of its levels, its
/// largest cluster) is left to it.
#define CHASESCOPE_CHECK(Request) std::optional<DeviceError> check(const Request& request, const Description& device);
CHASESCOPE_OTHER_REQUESTS(CHASESCOPE_CHECK)
#undef CHASESCOPE_CHECK

/// What check() says of trials apart from the device: also of those that were read from a file, with their answer.
std::optional<DeviceError> check_form(const TrialsRequest& request);

/// What check() says of a chase apart from whether the device serves lone chases: an agent of a paired chase is one too.
std::optional<DeviceError> check_walk(const ChaseRequest& request, const Description& device);

/// `unsupported`, with a sentence that names the device, the call, and what the device serves.
DeviceError not_served(std::string_view call, const Description& device);

}  // namespace chasescope
