// Whether an answer can be one to its request at all. A device that gives nonsense for one request (fewer latencies than accesses,
// times that are no numbers) must not become a measurement, nor end the program.
#pragma once

#include <optional>
#include <string>

#include "engine/device/chase.h"
#include "engine/device/requests.h"
#include "engine/device/trials.h"

namespace chasescope {

/// What is wrong with it, as a sentence; nothing if it can be used. O(entries).
std::optional<std::string> fault_of_answer(const ChaseRequest& request, const ChaseResult& result);
std::optional<std::string> fault_of_answer(const PairedChaseRequest& request, const PairedChaseResult& result);
std::optional<std::string> fault_of_answer(const BankRequest& request, const BankResult& result);
std::optional<std::string> fault_of_answer(const OutstandingRequest& request, const OutstandingResult& result);
std::optional<std::string> fault_of_answer(const CopyRequest& request, const CopyResult& result);
std::optional<std::string> fault_of_answer(const BandwidthRequest& request, const BandwidthResult& result);
std::optional<std::string> fault_of_answer(const InstructionsRequest& request, const InstructionsResult& result);
std::optional<std::string> fault_of_answer(const ClusterRequest& request, const ClusterResult& result);
std::optional<std::string> fault_of_answer(const TrialsRequest& request, const TrialsResult& result);

}  // namespace chasescope
