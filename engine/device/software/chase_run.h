// Chases through a model, from cold caches to the last timed access.
#pragma once

#include <cstdint>

#include "engine/device/chase.h"
#include "engine/device/device.h"
#include "engine/device/requests.h"
#include "engine/model/spec/card.h"

namespace chasescope {

/// Runs a request that has passed check(). `cancelled` if the token stops it; may throw std::bad_alloc.
Outcome<ChaseResult> run_chase(const model::Card& card, const ChaseRequest& request, std::uint64_t seed, const RunControl& control);

/// Runs the chases of two agents on one SM: their warm-ups in turn, then their timed accesses in turn. They share the caches that
/// their spaces and threads share on the card.
Outcome<PairedChaseResult> run_paired_chase(const model::Card& card, const PairedChaseRequest& request, std::uint64_t seed,
                                            const RunControl& control);

}  // namespace chasescope
