// Converts a file from one format to another: `chasescope convert IN OUT`.
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

/// The names of the formats, for messages.
inline constexpr const char* kDocumentFormats = "json, cbor, markdown, latex, latex-long, csv, traces, mt4g, gpgpusim";

/// The format that is several files, and what is said where no folder is named for them.
inline constexpr const char* kTracesFormat = "traces";
inline constexpr const char* kTracesNeedFolder = "Traces are a file each; name a folder for them: -o FOLDER --format traces.";

/// A session from a file, and warnings about parts that could not be read, one sentence each.
struct OpenedDocument {
  Session session;
  std::vector<std::string> warnings;
};

/// The format for a file: `format` if it is given, else that of the file name's extension. Empty for .csv, the
/// one table that write_csv_table() chooses. \return `invalid_request` for an unknown format or extension (the message lists the
/// known ones), `internal` for a folder without a format.
Outcome<std::string> document_format(const std::filesystem::path& out, std::string_view format = {});

/// Opens a session (JSON or CBOR), a topology file of MT4G, a CSV trace or a folder of them.
/// \return the errors of read_session() and read_csv().
Outcome<OpenedDocument> open_document(const std::filesystem::path& path);

/// A session as text in one of kDocumentFormats. \return `invalid_request` for an unknown format, for `traces`, which are several
/// texts, and for a session that can't be saved.
Outcome<Report> document_text(const Session& session, std::string_view format);

/// The files that a conversion wrote, and warnings about lost content, one sentence each.
struct Conversion {
  std::vector<std::filesystem::path> files;
  std::vector<std::string> warnings;
  std::filesystem::path folder;  ///< the folder of `traces`; else empty
  std::string contents;          ///< what is in that folder, in words
};

/// Writes a session. If no format is given, the extension of `out` tells it: .json, .cbor, .md, .tex, .config (gpgpusim) or
/// .csv (one table, csv.h). `csv` as the format is the table of the findings. Each file is written atomically. `traces` makes a
/// folder with a file for each trace, and with the findings. \return `invalid_request` for an unknown format or extension (the
/// message lists the known ones) and for a session that can't be saved, `internal` if a file can't be written.
Outcome<Conversion> write_document(const Session& session, const std::filesystem::path& out, std::string_view format = {});

/// open_document(), then write_document(). Cycles survive the way to CSV and back to the last bit; docs/session.md says what CSV
/// loses, docs/reports.md what reports lose. Both formats are checked before the input is read.
Outcome<Conversion> convert_file(const std::filesystem::path& in, const std::filesystem::path& out, std::string_view format = {});

}  // namespace chasescope
