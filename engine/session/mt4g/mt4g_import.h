// The topology JSON of MT4G (topology thesis, chapter 4) as a session: findings without runs.
//
// What MT4G measured becomes findings of status `measured` whose method names the tool, what the vendor's interface told it
// becomes `reported` findings and properties of the device. Its sizes are the largest footprints before its latencies changed,
// so they are `contiguous_bytes`; capacities it does not measure. 65537 with confidence 0 is a lower bound. Members that a
// session has no place for stay in `environment.mt4g`, so that mt4g_report() can write them again. docs/topology.md has the table.
#pragma once

#include "engine/session/document/session.h"

namespace chasescope {

/// True for an object that is no session, and names what MT4G's documents name.
bool looks_like_mt4g(const nlohmann::json& document);

/// \pre looks_like_mt4g(document).
/// \throws CodecError with the place of a member that is missing or can't be what it should be.
Session session_from_mt4g(const nlohmann::json& document);

}  // namespace chasescope
