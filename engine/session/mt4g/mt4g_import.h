// The topology JSON of MT4G (topology thesis, chapter 4) as a session: findings without runs.
//
// A value that MT4G measured becomes a finding of status `measured`; its method names the tool. A value that the vendor's interface
// told becomes a `reported` finding and a property of the device. MT4G's sizes are the largest footprints before its latencies
// changed, so they become `contiguous_bytes`; MT4G does not measure capacities. A size of 65537 with confidence 0 is a lower bound.
// Members that a session has no place for stay in `environment.mt4g`, so that mt4g_report() can write them again. docs/topology.md
// has the table.
#pragma once

#include "engine/session/document/session.h"

namespace chasescope {

/// True for an object that is no session and has members of MT4G's documents.
bool looks_like_mt4g(const nlohmann::json& document);

/// \pre looks_like_mt4g(document).
/// \throws CodecError with the place of a member that is missing or invalid.
Session session_from_mt4g(const nlohmann::json& document);

}  // namespace chasescope
