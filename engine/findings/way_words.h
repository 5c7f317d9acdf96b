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

/// Whether a finding `way_replacement_probability` tells that the ways are replaced in turn: the replacements repeat exactly, so an
/// interval of their shares would speak of chance where there is none.
bool replaced_in_turn(const Finding& finding);

/// The finding's reason as people read it: "Nothing is random here, …" in place of intervals where the ways are replaced in turn.
std::string told_reason(const Finding& finding);

/// The probabilities in a finding `way_replacement_probability`, in its order. If the reason does not hold all intervals, or the
/// ways are replaced in turn, `low` and `high` are the value itself. Empty if the finding has no probabilities.
std::vector<inference::WayProbability> ways_from(const Finding& finding);

}  // namespace chasescope
