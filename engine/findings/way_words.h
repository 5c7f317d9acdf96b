// Converts the 95 % intervals of way probabilities to a finding's reason and back. A finding has room for one interval only, so
// those of its ways are written into the reason.
#pragma once

#include <string>
#include <vector>

#include "engine/findings/finding.h"
#include "engine/inference/replacement/replacement.h"

namespace chasescope {

/// "95 % intervals: 0.160 to 0.173, 0.491 to 0.509."
std::string way_words(const std::vector<inference::WayProbability>& ways);

/// The probabilities in a finding `way_replacement_probability`, in its order. If the reason does not hold all intervals, `low` and
/// `high` are the value itself. Empty if the finding has no probabilities.
std::vector<inference::WayProbability> ways_from(const Finding& finding);

}  // namespace chasescope
