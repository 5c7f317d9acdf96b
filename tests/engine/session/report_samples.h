// A session with findings of every kind, and a topology file as MT4G writes them; both by hand.
#pragma once

#include <string>

#include "engine/session/document/session.h"

namespace chasescope {

/// Every status, intervals, bounds, arrays, conditions, and texts that formats have to escape.
Session report_session();

/// A topology file: measured and reported members, 65537 with confidence 0, four-space indentation, members in order.
std::string mt4g_text();

Finding measured(const std::string& subject, const std::string& quantity, nlohmann::json value, const std::string& unit);

}  // namespace chasescope
