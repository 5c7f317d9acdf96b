// Traces and findings as CSV, for spreadsheets and scripts; and traces back from it.
//
// A trace's file: lines that start with '#' say what it is (device, run, request, overhead, … as compact JSON), then comes the
// header `access,pass,position,offset_bytes,cycles`, then one row per timed access, numbers only. Passes count from the first
// warm-up access. docs/session.md says what CSV keeps and what it loses.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/device/error.h"
#include "engine/session/document/session.h"

namespace chasescope {

inline constexpr const char* kCsvTraceHeader = "access,pass,position,offset_bytes,cycles";

/// Files that were written, and what they don't hold: one sentence each.
struct CsvExport {
  std::vector<std::filesystem::path> files;
  std::vector<std::string> warnings;
};

/// Writes a session's runs and findings. Which files, for a session saved as OUT.csv:
/// - one chase: OUT.csv. Several: OUT-<run id>.csv each (characters that a file name can't carry become '_').
/// - requests other than chases: OUT-<call>.csv (OUT-bank.csv), one table for each call.
/// - findings, if there are any: OUT-findings.csv.
/// When `path` is a folder: <run id>.csv for each chase, <call>.csv and findings.csv. All of them or none, if there is no space.
/// \return `internal` if a file can't be written, `invalid_request` for a session without runs and findings.
Outcome<CsvExport> write_csv(const Session& session, const std::filesystem::path& path);

/// The findings alone, as one table: a row each, the columns being the members of a finding.
std::string findings_csv(const Session& session);

/// A session from CSV traces, and what it had to do without.
struct CsvImport {
  Session session;
  std::vector<std::string> warnings;
};

/// Reads one trace, or every trace in a folder (in the order of their names, numbers by value). Streams. The '#' lines may be
/// missing: the device then is `external` with the file's name, and the pattern is what the rows say. \return `invalid_request`
/// with file and line for what is no good trace; `internal` if the file can't be read.
Outcome<CsvImport> read_csv(const std::filesystem::path& path);

}  // namespace chasescope
