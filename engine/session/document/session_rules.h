// The rules of a session beyond the types of its members. They are checked after reading and before writing.
#pragma once

#include <string>

#include "engine/session/document/session.h"

namespace chasescope {

/// Rules: every run has its own id; evidence names existing runs; conditions and environment are objects; a finding's value is a
/// number, a word, an array, true or false, or null; the ends of intervals are in order; numbers are finite. \throws CodecError
void check_rules(const Session& session);

/// Rules of a trace: every entry is a time that can be written; its ground truth names existing parts. \throws CodecError
void check_trace(const ChaseResult& result, const std::string& pointer);

}  // namespace chasescope
