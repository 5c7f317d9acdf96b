// What a probe will bring to the report, part by part.
#pragma once

#include <vector>

#include "engine/probe/probe.h"
#include "widgets/views/report/report_outlook.h"

namespace chasescope {

/// The steps of a discovery; of any other probe, itself.
std::vector<ReportPart> report_parts(const QString& probe, const ParameterValues& values);

}  // namespace chasescope
