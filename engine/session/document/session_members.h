// A session's members to and from JSON values, one for one as docs/session.md names them.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/session/document/document_builder.h"
#include "engine/session/document/session.h"

namespace chasescope {

/// A finding as JSON, members in the order of finding.h. `low` and `high` are left out when they are not set.
nlohmann::ordered_json to_json(const Finding& finding);

/// Reads and checks a whole session. \throws CodecError
Session session_from(ParsedDocument document);

/// Throws CodecError for what session_from() would refuse, so that nothing is saved that can't be opened again.
void check_session(const Session& session);

}  // namespace chasescope
