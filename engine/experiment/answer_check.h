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
#define CHASESCOPE_FAULT(Request) std::optional<std::string> fault_of_answer(const Request& request, const Request::Result& result);
CHASESCOPE_OTHER_REQUESTS(CHASESCOPE_FAULT)
#undef CHASESCOPE_FAULT

}  // namespace chasescope
