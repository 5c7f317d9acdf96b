// A session's members to and from JSON values, one for one as docs/session.md names them.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/session/document/document_builder.h"
#include "engine/session/document/session.h"

namespace chasescope {

/// A finding as JSON, members in the order of finding.h. `low` and `high` are left out when they are not set.
nlohmann::ordered_json to_json(const Finding& finding);

/// Reads the runs of a document while it is parsed, into `runs`, as far as it can be seen by then to be a session. \throws
/// CodecError from within the parser
RunReader run_reader(std::vector<RunPtr>& runs);

/// Reads and checks a whole session. `runs`: those that run_reader() read, the first ones. \throws CodecError
Session session_from(ParsedDocument document, std::vector<RunPtr> runs = {});

/// Throws CodecError for what session_from() would refuse, so that nothing is saved that can't be opened again.
void check_session(const Session& session);

}  // namespace chasescope
