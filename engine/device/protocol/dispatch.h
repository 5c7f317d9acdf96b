// Runs one request of a client on a device and answers it.
#pragma once

#include "engine/device/device.h"
#include "engine/device/protocol/answers.h"

namespace chasescope {

/// Answers `job` exactly once. Before the answer it sends progress (at most ten lines a second) and the parts of a long trace. An
/// exception of the device becomes `internal`.
void run_job(Device& device, Job& job, Answers& answers);

}  // namespace chasescope
