// Converts the members of a session to and from JSON values, as docs/session.md describes them.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/session/document/document_builder.h"
#include "engine/session/document/session.h"

namespace chasescope {

/// A finding as JSON, with the members in the order of finding.h. `low` and `high` are left out if they are not set.
nlohmann::ordered_json to_json(const Finding& finding);

/// Reads the runs of a document into `runs` while it is parsed, once `schema` and `version` show that it is a session. \throws
/// CodecError from within the parser
RunReader run_reader(std::vector<RunPtr>& runs);

/// Reads and checks a whole session. `runs`: the first runs, which run_reader() has read. \throws CodecError
Session session_from(ParsedDocument document, std::vector<RunPtr> runs = {});

/// Throws CodecError for a session that session_from() would refuse. So no session is saved that can't be opened again.
void check_session(const Session& session);

}  // namespace chasescope
