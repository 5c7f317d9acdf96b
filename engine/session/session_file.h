// Opening and saving a session: one document, as JSON (to be read) or CBOR (for large traces).
//
//   auto session = read_session("h200.json");
//   if (!session) tell(session.error().message);
//   if (auto error = write_session(*session, "h200.cbor", SessionFormat::cbor)) tell(error->message);
//
// docs/session.md describes the document, resources/schemas/session.schema.json its members. Cost after opening: 4 bytes per
// access plus the rest of the document; ten million accesses open in well under a second.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "engine/device/error.h"
#include "engine/session/document/session.h"

namespace chasescope {

enum class SessionFormat { json, cbor };

/// The format that a file name's extension asks for (.json, .cbor, any case). Empty for any other.
std::optional<SessionFormat> session_format_of(const std::filesystem::path& path);

/// Opens a session; what the file holds tells its format, not its name. A topology file of MT4G opens as a session too
/// (engine/session/mt4g/mt4g_import.h).
/// \return the session, or `invalid_request` for what is no good session (the message names file, place and reason) and
/// `internal` or `out_of_memory` for a file that can't be read.
Outcome<Session> read_session(const std::filesystem::path& path);

/// Reads a session from memory. `name` stands for the file in messages.
Outcome<Session> parse_session(std::string_view bytes, std::string_view name);

/// Saves a session. Atomic: after an error (folder missing, no permission, disk full, …) the old file is as it was, and no
/// half-written one is left. A session that could not be opened again (two runs with one id, evidence that does not exist, a
/// trace that does not fit its request) is refused with `invalid_request`; other errors are `internal`.
std::optional<DeviceError> write_session(const Session& session, const std::filesystem::path& path, SessionFormat format);

/// The bytes that write_session() would write.
Outcome<std::string> session_bytes(const Session& session, SessionFormat format);

}  // namespace chasescope
