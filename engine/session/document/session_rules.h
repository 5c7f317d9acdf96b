// What must hold in a session beyond the type of each member. Checked after reading and before writing.
#pragma once

#include <string>

#include "engine/session/document/session.h"

namespace chasescope {

/// Every run has an id of its own; evidence names runs that exist; conditions and environment are objects; a finding's value is a
/// number, a word, an array, true or false, or nothing; intervals are in order; numbers are finite. \throws CodecError
void check_rules(const Session& session);

/// Every entry of a trace is a time that can be written; its ground truth names parts that exist. \throws CodecError
void check_trace(const ChaseResult& result, const std::string& pointer);

}  // namespace chasescope
