// A session as text for a terminal: levels with bars, the miss pattern, the findings.
#pragma once

#include <string>

#include "engine/session/document/session.h"

namespace chasescope {

/// UTF-8 text, at most 100 columns wide, ending with a newline.
std::string text_report(const Session& session);

}  // namespace chasescope
