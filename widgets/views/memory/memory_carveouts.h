// Which of the carve-outs under which an L1 was measured the memory diagram shows, and what it shows of it.
#pragma once

#include <optional>
#include <vector>

#include "engine/findings/finding.h"

namespace chasescope {

struct CarveoutChoice {
  std::vector<double> percents;   ///< ascending: those under which the L1 was measured
  std::optional<double> shown;    ///< none where it was measured under none
  std::vector<Finding> findings;  ///< those that hold at the one that is shown
};

/// `wanted`: that one if it was measured; else the one that leaves the L1 the most. What the driver's own choice showed of the L1's
/// size and sets is left out, unless it is of the same size.
CarveoutChoice chooseCarveout(const std::vector<Finding>& findings, std::optional<double> wanted);

/// Whether it tells a value, measured or reported.
bool has_value(const Finding& finding);

}  // namespace chasescope
