// What footprint surveys say: where each level ends, and how high the curve's plateaus lie.
#pragma once

#include <string>
#include <vector>

#include "engine/probe/finding.h"
#include "engine/probe/footprint_survey.h"

namespace chasescope {

/// For each level of the survey its `contiguous_bytes`, with the change point as an opinion; and for a level that must lie behind
/// the largest footprint, or a space without any, why nothing can be said. `names` are the survey's entry of level_names().
std::vector<Finding> contiguous_findings(const FootprintSurvey& survey, const std::vector<std::string>& names);

/// For each plateau of the curve its `plateau_cycles`, drift-free and without the cost of measuring.
std::vector<Finding> plateau_findings(const FootprintSurvey& survey, const std::vector<std::string>& names);

/// Space and settings of a survey, and the stride of the chases that decided.
nlohmann::json survey_conditions(const ChaseRequest& request, std::uint64_t stride);

}  // namespace chasescope
