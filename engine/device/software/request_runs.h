// Runs all requests but the single chase on the model of a card. Each request has passed check(); `seed` is that of the request.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/device/device.h"
#include "engine/device/requests.h"
#include "engine/model/spec/card.h"

namespace chasescope {

/// The calls that a card can answer: chases and trials always, the others if its file has the parameters that they need.
std::vector<std::string> calls_of(const model::Card& card);

Outcome<BankResult> run_bank(const model::Card& card, const BankRequest& request, std::uint64_t seed);
Outcome<OutstandingResult> run_outstanding(const model::Card& card, const OutstandingRequest& request, std::uint64_t seed,
                                           const RunControl& control);
Outcome<CopyResult> run_copy(const model::Card& card, const CopyRequest& request, std::uint64_t seed);
Outcome<BandwidthResult> run_bandwidth(const model::Card& card, const BandwidthRequest& request);
Outcome<InstructionsResult> run_instructions(const model::Card& card, const InstructionsRequest& request, std::uint64_t seed,
                                             const RunControl& control);
Outcome<ClusterResult> run_cluster(const model::Card& card, const ClusterRequest& request, std::uint64_t seed);
Outcome<OperationsResult> run_operations(const model::Card& card, const OperationsRequest& request, std::uint64_t seed);
Outcome<ResidencyResult> run_residency(const model::Card& card, const ResidencyRequest& request, std::uint64_t seed,
                                       const RunControl& control);

}  // namespace chasescope
