// Which carve-out the memory diagram shows where the L1 was measured under several, and which findings hold at that carve-out.
#pragma once

#include <optional>
#include <vector>

#include "engine/findings/finding.h"

namespace chasescope {

struct CarveoutChoice {
  std::vector<double> percents;   ///< ascending: those under which the L1 was measured
  std::optional<double> shown;    ///< none where the L1 was measured under no stated carve-out
  std::vector<Finding> findings;  ///< the findings that hold at the carve-out that is shown
};

/// Shows the carve-out `wanted` if the L1 was measured under it; else the carve-out at which the L1 is largest. Findings of the
/// L1's size and sets that were made under the driver's own choice are left out, unless the L1 had the same size then.
CarveoutChoice chooseCarveout(const std::vector<Finding>& findings, std::optional<double> wanted);

/// Whether the finding has a value, measured or reported.
bool has_value(const Finding& finding);

}  // namespace chasescope
