// Compares the sizes that the vendor's interface reports with the measured ones.
#pragma once

#include <vector>

#include "engine/device/description.h"
#include "engine/findings/finding.h"
#include "engine/findings/run.h"

namespace chasescope {

/// One finding `size_check` each for L2, shared memory and main memory, if the device reports its size. The value is "agrees",
/// "smaller" or "larger" (the measured size compared with the reported one). The reason gives both sizes and explains a difference.
/// `not_measurable` if nothing was measured. Everything comes from `findings` and `runs`; no request is made.
std::vector<Finding> size_checks(const Description& device, const std::vector<Finding>& findings, const std::vector<RunPtr>& runs);

}  // namespace chasescope
