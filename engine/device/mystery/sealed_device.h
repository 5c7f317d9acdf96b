// mystery:FILE, a device that reveals only its latencies.
//
// It answers chases and trials of one memory space. Its description is the same for all cards of its level. Each access, timed or
// not, is charged to the file's budget (attempt.h) before it is made; a refused request costs nothing. The device never says which
// cache or TLB answered.
#pragma once

#include <filesystem>
#include <memory>

#include "engine/device/device.h"
#include "engine/device/mystery/mystery_file.h"

namespace chasescope::mystery {

/// The accesses that a request costs, with those of its warm-up, fill and flush. A number above kMostBudget is returned as
/// kMostBudget + 1.
std::uint64_t accesses_of(const ChaseRequest& request);
std::uint64_t accesses_of(const TrialsRequest& request);

/// Opens the card of a mystery file. A file can be open only once at a time, because two programs would share one budget. Random
/// choices follow from the card and from the accesses spent before, so a chase that is repeated in another run of the program draws
/// anew.
Outcome<std::unique_ptr<Device>> open_mystery(const std::filesystem::path& path);

}  // namespace chasescope::mystery
