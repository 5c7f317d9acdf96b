// What stride curves and the ramps behind the capacities say.
#pragma once

#include <string>
#include <vector>

#include "engine/probe/finding.h"
#include "engine/probe/footprint_survey.h"
#include "engine/probe/ramp_search.h"
#include "engine/probe/stride_curves.h"

namespace chasescope {

/// `fetch_bytes` of a level.
Finding fetch_finding(const FootprintSurvey& survey, const StrideCurve& curve, const std::string& subject);

/// `line_bytes`, `way_bytes`, `sets` and `ways` of level `index` of the survey: measured where the ramp tells them, else
/// not_measurable and why. What a nearer level asks for at once may hold several lines of this one: then only its way size is told.
std::vector<Finding> ramp_findings(const FootprintSurvey& survey, std::size_t index, const MeasuredRamp& ramp,
                                   const std::string& subject);

/// `page_bytes` of the first TLB that misses.
Finding page_finding(const ChaseRequest& base, const StrideCurve& curve);

}  // namespace chasescope
