// Checks whether an answer can be an answer to its request at all. A device may return nonsense (fewer latencies than accesses,
// times that are not numbers). That must not become a measurement, and must not end the program.
#pragma once

#include <optional>
#include <string>

#include "engine/device/chase.h"
#include "engine/device/requests.h"
#include "engine/device/trials.h"

namespace chasescope {

/// A sentence that says what is wrong with the answer; no value if the answer can be used. O(entries).
std::optional<std::string> fault_of_answer(const ChaseRequest& request, const ChaseResult& result);
#define CHASESCOPE_FAULT(Request) std::optional<std::string> fault_of_answer(const Request& request, const Request::Result& result);
CHASESCOPE_OTHER_REQUESTS(CHASESCOPE_FAULT)
#undef CHASESCOPE_FAULT

}  // namespace chasescope
