// From one file format to another: `chasescope convert IN OUT`.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/device/error.h"
#include "engine/session/document/session.h"
#include "engine/session/report/report.h"

namespace chasescope {

/// The formats by name, for messages: "json, cbor, markdown, latex, latex-long, csv, mt4g, gpgpusim".
inline constexpr const char* kDocumentFormats = "json, cbor, markdown, latex, latex-long, csv, mt4g, gpgpusim";

/// A session from a file, and what it had to do without: one sentence each.
struct OpenedDocument {
  Session session;
  std::vector<std::string> warnings;
};

/// The format that a file is written in: `format` if it is one, else what the extension says; empty for CSV traces, which are
/// several files. \return `invalid_request` for an unknown format or extension (the message lists what there is), `internal` for a
/// folder that is called as a file.
Outcome<std::string> document_format(const std::filesystem::path& out, std::string_view format = {});

/// Opens a session (JSON or CBOR), a topology file of MT4G, a CSV trace or a folder of them.
/// \return the errors of read_session() and read_csv().
Outcome<OpenedDocument> open_document(const std::filesystem::path& path);

/// A session in a format that is one text: any of kDocumentFormats. \return `invalid_request` for another word and for a session
/// that can't be saved.
Outcome<Report> document_text(const Session& session, std::string_view format);

/// What a conversion wrote, and what was lost on the way: one sentence each.
struct Conversion {
  std::vector<std::filesystem::path> files;
  std::vector<std::string> warnings;
};

/// Writes a session. Without a format, the extension says it: .json, .cbor, .md, .tex, .config (gpgpusim), and .csv or a folder,
/// which take the traces as well, a file each (csv.h); "csv" as `format` is one table of the findings. Each file is atomic.
/// \return `invalid_request` for an unknown format or extension (the message lists what there is) and for a session that can't
/// be saved, `internal` when a file can't be written.
Outcome<Conversion> write_document(const Session& session, const std::filesystem::path& out, std::string_view format = {});

/// open_document(), then write_document(). To CSV and back, cycles stay what they are to the last bit; docs/session.md says what
/// CSV loses, docs/reports.md what reports lose. The formats are looked at before anything is read.
Outcome<Conversion> convert_file(const std::filesystem::path& in, const std::filesystem::path& out, std::string_view format = {});

}  // namespace chasescope
