// A session as text for a terminal: levels with bars, the miss pattern, the findings.
#pragma once

#include <string>

#include "engine/session/document/session.h"

namespace chasescope {

/// UTF-8 text that ends with a newline. Maps are at most 100 columns wide; lines of findings may be longer.
std::string text_report(const Session& session);

}  // namespace chasescope
