// The 95 % intervals of way probabilities as a finding tells them, in both directions: a finding has room for one interval, so
// those of its ways stand in its reason.
#pragma once

#include <string>
#include <vector>

#include "engine/findings/finding.h"
#include "engine/inference/replacement/replacement.h"

namespace chasescope {

/// "95 % intervals: 0.160 to 0.173, 0.491 to 0.509."
std::string way_words(const std::vector<inference::WayProbability>& ways);

/// The probabilities of a finding `way_replacement_probability`, in its order. Where the intervals are not told in full, `low` and
/// `high` are the value itself. Empty if the finding holds none.
std::vector<inference::WayProbability> ways_from(const Finding& finding);

}  // namespace chasescope
