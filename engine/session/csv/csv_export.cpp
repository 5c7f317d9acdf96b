#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>

#include "engine/device/codec/codec.h"
#include "engine/device/codec/codec_cursor.h"
#include "engine/device/codec/codec_number.h"
#include "engine/output/outgoing_text.h"
#include "engine/output/output_file.h"
#include "engine/session/csv/csv.h"
#include "engine/session/csv/csv_fields.h"
#include "engine/session/csv/csv_table.h"
#include "engine/session/document/document_writer.h"
#include "engine/session/document/run_series.h"
#include "engine/session/document/session_members.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using nlohmann::ordered_json;

void put_rows(const Exchange<ChaseRequest>& chase, ByteSink& file) {
  const AccessOrder order(chase.request, chase.result);
  if (order.period() == 0) return;
  std::array<char, 1 << 14> buffer{};
  char* end = buffer.data();
  constexpr std::ptrdiff_t kRowRoom = std::ptrdiff_t{4} * 21 + kCyclesTextRoom + 1;
  std::uint64_t access = 0;
  for (const TraceChunk& chunk : chase.result.cycles.chunks()) {
    for (const float cycles : *chunk) {
      for (const std::uint64_t number : {access, order.pass(access), order.position(access), order.offset(access)}) {
        end = std::to_chars(end, end + 20, number).ptr;
        *end++ = ',';
      }
      end = write_cycles(end, cycles);
      *end++ = '\n';
      ++access;
      if (buffer.data() + buffer.size() - end < kRowRoom) {
        file.put({buffer.data(), static_cast<std::size_t>(end - buffer.data())});
        end = buffer.data();
      }
    }
  }
  file.put({buffer.data(), static_cast<std::size_t>(end - buffer.data())});
}

/// A '#' line of a file: "# run: {…}".
std::string remark(const char* key, const ordered_json& value) {
  return std::string("# ") + key + ": " + json_in_csv(compact(value)) + "\n";
}

OutputFile trace_file(const Description& device, const Run& run, const std::filesystem::path& path) {
  const Exchange<ChaseRequest>& chase = *run.chase();
  ChaseResult rest = chase.result;
  rest.cycles = {};
  rest.served_by = {};
  nlohmann::json trace = to_json(rest);
  trace.erase("cycles");

  OutputFile file(path);
  file.put("# chasescope-trace-1\n");
  file.put(remark("device", to_json(device)));
  file.put(remark("run", {{"id", run.id}, {"probe", run.probe}, {"label", run.label}}));
  file.put(remark("request", to_json(chase.request)));
  file.put(remark("trace", trace));
  file.put(std::string(kCsvTraceHeader) + "\n");
  put_rows(chase, file);
  return file;
}

OutputFile findings_file(const Session& session, const std::filesystem::path& path) {
  OutputFile file(path);
  file.put(findings_csv(session));
  return file;
}

/// An id may come from a stranger's file, so no part of it may lead out of the folder.
std::string file_name_of(const std::string& id) {
  std::string name;
  for (const char c : id) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    name += plain ? c : '_';
  }
  constexpr std::size_t kLongest = 100;
  return name.substr(0, kLongest);
}

/// The names of the files for a session's runs, tables and findings.
class Names {
 public:
  explicit Names(const std::filesystem::path& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
      prefix_ = path / "";
    } else {
      whole_ = path;
      prefix_ = path.parent_path() / (path.stem().string() + "-");
    }
  }

  std::filesystem::path of_only_run(const std::string& id) { return whole_.empty() ? of_run(id) : whole_; }
  std::filesystem::path of_run(const std::string& id) { return unused(file_name_of(id)); }
  std::filesystem::path of_table(std::string_view call) { return unused(file_name_of(std::string(call))); }
  std::filesystem::path of_findings() { return unused("findings"); }

 private:
  std::filesystem::path unused(const std::string& name) {
    std::string candidate = name;
    for (int number = 2; !taken_.insert(candidate).second; ++number) candidate = name + "_" + std::to_string(number);
    std::filesystem::path path = prefix_;
    path += candidate + ".csv";
    return path;
  }

  std::filesystem::path whole_;
  std::filesystem::path prefix_;
  std::set<std::string> taken_;
};

bool is_chase(const RunPtr& run) { return run->chase() != nullptr; }

/// "986 traces, 3 tables of other requests and the findings".
std::string contents_of(std::size_t traces, std::size_t tables, bool findings) {
  std::vector<std::string> parts;
  if (traces > 0) parts.push_back(format_count(traces) + (traces == 1 ? " trace" : " traces"));
  if (tables > 0) parts.push_back(format_count(tables) + (tables == 1 ? " table" : " tables") + " of other requests");
  if (findings) parts.emplace_back("the findings");
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return text;
}

std::vector<std::string> losses(const Session& session) {
  std::vector<std::string> warnings;
  const auto warn = [&](bool lost, const char* sentence) {
    if (lost) warnings.emplace_back(sentence);
  };
  warn(!session.environment.empty(), "CSV does not keep the environment (program, host, time, seeds).");
  warn(!session.notes.empty(), "CSV does not keep the notes.");
  warn(!std::all_of(session.runs.begin(), session.runs.end(), [](const RunPtr& run) { return is_data(*run); }),
       "CSV keeps data only, not the references that tell what a hit takes.");
  warn(std::any_of(session.runs.begin(), session.runs.end(), [](const RunPtr& run) { return run->chase() == nullptr; }),
       "Requests other than chases go to a table for each call, which can't be read back.");
  warn(std::any_of(session.runs.begin(), session.runs.end(),
                   [](const RunPtr& run) { return run->chase() != nullptr && !run->chase()->result.served_by.empty(); }),
       "CSV does not keep which part of a model served each access.");
  return warnings;
}

}  // namespace

std::string findings_csv(const Session& session) {
  constexpr std::array kColumns{"subject", "quantity", "conditions", "value",     "unit",     "low",     "high",
                                "status",  "reason",   "method",     "reference", "evidence", "opinions", "machine"};
  std::string text = "# chasescope-findings-1\n" + remark("device", to_json(session.device));
  for (const char* column : kColumns) text += (column == kColumns.front() ? "" : ",") + std::string(column);
  text += '\n';
  for (const Finding& finding : session.findings) {
    const ordered_json members = tidied(to_json(finding));
    for (const char* column : kColumns) {
      if (column != kColumns.front()) text += ',';
      text += csv_value_field(members.value(column, ordered_json()));
    }
    text += '\n';
  }
  return text;
}

Outcome<CsvExport> write_csv(const Session& session, const std::filesystem::path& path) {
  try {
    check_session(session);
  } catch (const CodecError& error) {
    return DeviceError{ErrorCode::invalid_request, std::string("The session can't be exported: ") + error.what()};
  }
  const std::vector<RunPtr> runs = data_runs(session.runs);
  if (runs.empty() && session.findings.empty())
    return DeviceError{ErrorCode::invalid_request,
                       "The session has no runs and no findings, so there is nothing to export as CSV."};

  Names names(path);
  CsvExport written{{}, losses(session), {}};
  if (!session.findings.empty()) written.warnings.emplace_back("Findings go to a CSV file of their own, which can't be read back.");
  std::vector<OutputFile> files;
  const auto add = [&](OutputFile file, const std::filesystem::path& name) {
    file.finish();  // closed here, as a session may have thousands of runs; commit_all() reports a fault
    files.push_back(std::move(file));
    written.files.push_back(name);
  };
  // The findings and the tables get their names first, so that no run can take these names.
  const std::filesystem::path findings = names.of_findings();
  std::map<std::string_view, std::filesystem::path> tables;
  for (const RunPtr& run : runs)
    if (run->chase() == nullptr && !tables.contains(run->call())) tables[run->call()] = names.of_table(run->call());
  // A single trace is written under the name that the user gave.
  const auto traces = static_cast<std::size_t>(std::count_if(runs.begin(), runs.end(), is_chase));
  for (const RunPtr& run : runs) {
    if (run->chase() == nullptr) continue;
    const std::filesystem::path file = traces == 1 ? names.of_only_run(run->id) : names.of_run(run->id);
    add(trace_file(session.device, *run, file), file);
  }
  for (const auto& [call, file] : tables) add(csv_table_file(session, call, file), file);
  if (!session.findings.empty()) add(findings_file(session, findings), findings);
  if (auto fault = commit_all(files)) return DeviceError{ErrorCode::internal, *std::move(fault)};
  written.contents = contents_of(traces, tables.size(), !session.findings.empty());
  return written;
}

std::string csv_left_out(const Session& session) {
  if (data_runs(session.runs).empty()) return {};
  return "It holds only the findings. For the traces, too, name a folder and say --format traces.";
}

Outcome<CsvExport> write_csv_table(const Session& session, const std::filesystem::path& path) {
  const std::vector<RunPtr> runs = data_runs(session.runs);
  const bool is_one_trace = runs.size() == 1 && is_chase(runs.front());
  if (!is_one_trace && session.findings.empty() && !runs.empty())
    return DeviceError{ErrorCode::invalid_request, "The session has no findings, and its " + format_count(runs.size()) +
                                                       " runs are no single table. Name a "
                                                       "folder for them and say --format traces."};
  CsvExport written{{path}, {}, {}};
  try {
    check_session(session);
  } catch (const CodecError& error) {
    return DeviceError{ErrorCode::invalid_request, std::string("The session can't be exported: ") + error.what()};
  }
  if (runs.empty() && session.findings.empty()) return write_csv(session, path);  // says that there is nothing
  if (is_one_trace) {
    written.warnings = losses(session);
    if (!session.findings.empty())
      written.warnings.emplace_back("It holds the accesses of the one trace. For the findings say --format csv.");
  } else if (std::string left_out = csv_left_out(session); !left_out.empty()) {
    written.warnings.push_back(std::move(left_out));
  }
  OutputFile file = is_one_trace ? trace_file(session.device, *runs.front(), path) : findings_file(session, path);
  if (auto fault = file.commit()) return DeviceError{ErrorCode::internal, *std::move(fault)};
  return written;
}

std::optional<DeviceError> fault_of_csv_folder(const std::filesystem::path& folder) {
  const auto refuse = [](std::string sentence) { return DeviceError{ErrorCode::internal, std::move(sentence)}; };
  std::error_code error;
  const bool is_there = std::filesystem::exists(folder, error);
  if (is_there && !std::filesystem::is_directory(folder, error))
    return refuse("'" + folder.string() + "' is a file, and the traces are several files; name a folder for them.");
  // Files of another session would be taken for traces of this one.
  if (is_there && !std::filesystem::is_empty(folder, error))
    return refuse("There is something in the folder '" + folder.string() + "' already; traces get a folder of their own.");
  if (auto fault = fault_of_folder_place(folder)) return refuse(*std::move(fault));
  return std::nullopt;
}

Outcome<CsvExport> write_csv_folder(const Session& session, const std::filesystem::path& folder) {
  if (auto fault = fault_of_csv_folder(folder)) return *std::move(fault);
  std::error_code error;
  const bool is_new = !std::filesystem::exists(folder, error);
  std::filesystem::create_directories(folder, error);
  if (error) return DeviceError{ErrorCode::internal, "The folder " + folder.string() + " can't be made: " + error.message() + "."};
  auto written = write_csv(session, folder);
  if (!written && is_new) std::filesystem::remove(folder, error);
  return written;
}

}  // namespace chasescope
