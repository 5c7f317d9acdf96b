// What the vendor's interface says of sizes, held against what was measured.
#pragma once

#include <vector>

#include "engine/device/description.h"
#include "engine/findings/finding.h"
#include "engine/findings/run.h"

namespace chasescope {

/// One finding `size_check` for each of L2, shared memory and main memory whose size the device reports: value "agrees", "smaller"
/// or "larger" (what was measured, against what is reported), the reason says what both are and explains a difference;
/// not_measurable where nothing was measured. Everything comes from `findings` and `runs`; no request is made.
std::vector<Finding> size_checks(const Description& device, const std::vector<Finding>& findings, const std::vector<RunPtr>& runs);

}  // namespace chasescope
