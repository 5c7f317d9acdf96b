// mystery:FILE, a device that tells nothing of itself but its latencies.
//
// It answers chases and trials of one memory space and says only what all cards of its level say. Each access, timed or not, is
// paid for out of the file's budget (attempt.h), before it is made; what is refused costs nothing. It never says which part
// answered.
#pragma once

#include <filesystem>
#include <memory>

#include "engine/device/device.h"
#include "engine/device/mystery/mystery_file.h"

namespace chasescope::mystery {

/// What a request of the device costs: every access, with those of warm-up, fill and flush. More than any budget is told as one
/// more than the largest.
std::uint64_t accesses_of(const ChaseRequest& request);
std::uint64_t accesses_of(const TrialsRequest& request);

/// Opens the card of a mystery file. The file is open once at a time: two programs would pay out of one budget. What it draws by
/// chance follows from the card and from what was spent before, so that a chase that is repeated in another run of the program is
/// no copy.
Outcome<std::unique_ptr<Device>> open_mystery(const std::filesystem::path& path);

}  // namespace chasescope::mystery
