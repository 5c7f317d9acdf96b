// Trials through a model: each trial begins with cold caches and draws its own random choices.
#pragma once

#include <cstdint>

#include "engine/device/device.h"
#include "engine/device/trials.h"
#include "engine/model/spec/card.h"

namespace chasescope {

/// Runs a request that has passed check(). `cancelled` if the token stops it; may throw std::bad_alloc.
Outcome<TrialsResult> run_trials(const model::Card& card, const TrialsRequest& request, std::uint64_t seed, const RunControl& control);

}  // namespace chasescope
