// The parts that a probe will add to the report.
#pragma once

#include <vector>

#include "engine/probe/probe.h"
#include "widgets/views/report/report_outlook.h"

namespace chasescope {

/// The steps of a discovery; any other probe is one part.
std::vector<ReportPart> report_parts(const QString& probe, const ParameterValues& values);

}  // namespace chasescope
