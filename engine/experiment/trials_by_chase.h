// Trials of a device that serves none: each is one chase over listed places, whose warm-up is the fill.
#pragma once

#include <optional>

#include "engine/device/device.h"
#include "engine/device/trials.h"

namespace chasescope::experiment {

/// Trial `trial` as a chase: each pass visits an element of its own in each place, so that no offset appears twice. Nothing where
/// no place is in, which no chase can visit.
std::optional<ChaseRequest> chase_of(const TrialsRequest& request, std::uint64_t trial);

/// Why a request can't be made of chases; nothing if it can. Each pass needs an element of its own in the smallest unit that a
/// cache may fetch, and a device that keeps all state doesn't begin cold; of one that keeps some, the caller knows whether it asks
/// for that.
std::optional<DeviceError> why_no_chases(const TrialsRequest& request, const Description& device);

/// Whether trials can be had of the device at all: its own, or chases that begin cold.
bool can_make_trials(const Description& device);

/// By the device's own trials, or by chases, one batch after the other. The same answer either way.
Outcome<TrialsResult> make_trials(Device& device, const TrialsRequest& request, const RunControl& control);

}  // namespace chasescope::experiment
