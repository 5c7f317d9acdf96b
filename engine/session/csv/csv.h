// Traces and findings as CSV, for spreadsheets and scripts. Traces can be read back.
//
// The file of a trace begins with lines that start with '#' (device, run, request, overhead, … as compact JSON). Then comes the
// header `access,pass,position,offset_bytes,cycles`, then one row of numbers for each timed access. Passes count from the first
// warm-up access. docs/session.md says what CSV keeps and what it loses.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/device/error.h"
#include "engine/session/document/session.h"

namespace chasescope {

inline constexpr const char* kCsvTraceHeader = "access,pass,position,offset_bytes,cycles";

/// The files that were written, and warnings about content that they lack, one sentence each.
struct CsvExport {
  std::vector<std::filesystem::path> files;
  std::vector<std::string> warnings;
  std::string contents;  ///< what write_csv_folder() wrote: "986 traces, 3 tables of other requests and the findings"; else empty
};

/// Writes a session's runs and findings. The files of a session that is saved as OUT.csv:
/// - one chase: OUT.csv. Several chases: OUT-<run id>.csv each (characters that a file name can't have become '_').
/// - requests other than chases: OUT-<call>.csv (OUT-bank.csv), one table for each call.
/// - findings, if there are any: OUT-findings.csv.
/// If `path` is a folder: <run id>.csv for each chase, <call>.csv and findings.csv. If there is no space, no file is written.
/// \return `internal` if a file can't be written, `invalid_request` for a session without runs and findings.
Outcome<CsvExport> write_csv(const Session& session, const std::filesystem::path& path);

/// Writes the one table that OUT.csv is: of a session that is a single trace its accesses, of any other its findings.
/// \return `internal` if the file can't be written, `invalid_request` for a session without findings that is no single trace.
Outcome<CsvExport> write_csv_table(const Session& session, const std::filesystem::path& path);

/// Writes what write_csv() does into a folder of its own, which is made. \return the errors of write_csv() and
/// fault_of_csv_folder(); then no folder was made.
Outcome<CsvExport> write_csv_folder(const Session& session, const std::filesystem::path& folder);
/// Why the traces can't go to that folder: it is a file, or there is something in it.
std::optional<DeviceError> fault_of_csv_folder(const std::filesystem::path& folder);

/// What the findings alone don't hold, in a sentence; empty for a session without runs.
std::string csv_left_out(const Session& session);

/// The findings alone as one table: a row for each finding, a column for each of its members.
std::string findings_csv(const Session& session);

/// A session from CSV traces, and warnings about content that was missing.
struct CsvImport {
  Session session;
  std::vector<std::string> warnings;
};

/// Reads one trace, or every trace in a folder (sorted by name, numbers by value). Streams. If the '#' lines are missing, the
/// device is `external` with the file's name, and the pattern is concluded from the rows. \return `invalid_request` with file and
/// line if the trace has a fault; `internal` if the file can't be read.
Outcome<CsvImport> read_csv(const std::filesystem::path& path);

}  // namespace chasescope
