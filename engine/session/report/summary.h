// The lines above the tables of a report.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/session/document/session.h"

namespace chasescope {

/// Names and values: origin, properties of the device, program, time, seed, ….
std::vector<std::pair<std::string, std::string>> report_facts(const Session& session);

/// "12 measured, 3 reported, 1 absent, 4 can't tell".
std::string count_words(const std::vector<Finding>& findings);

}  // namespace chasescope
