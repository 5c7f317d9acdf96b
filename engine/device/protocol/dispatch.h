// Runs one request of a client on a device and answers it.
#pragma once

#include "engine/device/device.h"
#include "engine/device/protocol/answers.h"

namespace chasescope {

/// Answers `job` exactly once, with progress (at most ten lines a second) and parts of long traces before. An exception of the
/// device becomes `internal`.
void run_job(Device& device, Job& job, Answers& answers);

}  // namespace chasescope
