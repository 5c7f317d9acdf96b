// Makes trials on a device that has none of its own: each trial is one chase over listed places, and its warm-up is the fill.
#pragma once

#include <optional>

#include "engine/device/device.h"
#include "engine/device/trials.h"

namespace chasescope::experiment {

/// Trial `trial` as a chase. Each pass reads an element of its own in each place, so that no offset appears twice. No value if the
/// trial reads no place, since a chase can't be empty.
std::optional<ChaseRequest> chase_of(const TrialsRequest& request, std::uint64_t trial);

/// Why the trials of a request can't be made by chases; no value if they can. Each pass needs an element of its own in the smallest
/// unit that a cache may fetch, and a chase does not start with empty caches on a device that keeps all cache contents. If a device
/// keeps some contents, the caller must know whether that matters.
std::optional<DeviceError> why_no_chases(const TrialsRequest& request, const Description& device);

/// Whether the device can make trials at all, by itself or by chases that start cold.
bool can_make_trials(const Description& device);

/// Makes trials by the device's own request, or by chases in batches. The answer is the same.
Outcome<TrialsResult> make_trials(Device& device, const TrialsRequest& request, const RunControl& control);

}  // namespace chasescope::experiment
