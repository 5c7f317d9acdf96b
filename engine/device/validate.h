// The rules for well-formed requests. All devices use them, so all refuse the same requests with the same words.
#pragma once

#include <optional>
#include <string_view>

#include "engine/device/chase.h"
#include "engine/device/description.h"
#include "engine/device/error.h"
#include "engine/device/requests.h"
#include "engine/device/trials.h"

namespace chasescope {

/// Checks a chase against the protocol's rules and against the limits in the description of `device`.
/// \return empty if the request is good; else `invalid_request`, `unsupported` or `out_of_memory` with a sentence that names the
/// limit.
std::optional<DeviceError> check(const ChaseRequest& request, const Description& device);

/// The same for the other requests. The device itself checks limits that only it knows: the size of its instructions, the names of
/// its levels, its largest cluster.
#define CHASESCOPE_CHECK(Request) std::optional<DeviceError> check(const Request& request, const Description& device);
CHASESCOPE_OTHER_REQUESTS(CHASESCOPE_CHECK)
#undef CHASESCOPE_CHECK

/// The rules of check() for trials that don't depend on a device. They also hold for trials that are read from a file with their
/// answer.
std::optional<DeviceError> check_form(const TrialsRequest& request);

/// The rules of check() for a chase, except that the device must serve the call "chase": each agent of a paired chase follows them,
/// too.
std::optional<DeviceError> check_walk(const ChaseRequest& request, const Description& device);

/// The error `unsupported`, with a sentence that names the device, the call, and the calls that the device serves.
DeviceError not_served(std::string_view call, const Description& device);

/// Whether code of this size can be run in blocks of that size, in the order of the request; straight code always can. For the
/// device, which alone knows the size of its blocks.
std::optional<DeviceError> check_blocks(const InstructionsRequest& request, std::uint64_t block_bytes);

/// From one block to the next that is run, in blocks; 0 for straight code. \pre the request passes check_blocks().
std::uint64_t block_stride(const InstructionsRequest& request, std::uint64_t block_bytes);

}  // namespace chasescope
