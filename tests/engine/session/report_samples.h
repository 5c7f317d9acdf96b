// A session with findings of every kind, and a topology file in the format of MT4G. Both are hand-written.
#pragma once

#include <string>

#include "engine/session/document/session.h"

namespace chasescope {

/// A session with every status, intervals, bounds, arrays, conditions, and texts that formats must escape.
Session report_session();

/// A topology file: measured and reported members, 65537 with confidence 0, indented by four spaces, with the members in MT4G's
/// order.
std::string mt4g_text();

Finding measured(const std::string& subject, const std::string& quantity, nlohmann::json value, const std::string& unit);

}  // namespace chasescope
