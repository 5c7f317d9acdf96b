// chasescope probe NAME --device ID [--set key=value]… [-o FILE] [--format json|cbor|csv]
#include <algorithm>
#include <filesystem>

#include "app/commands/commands.h"
#include "app/documents/report_files.h"
#include "app/measurement/failure.h"
#include "app/measurement/probe_session.h"
#include "app/terminal/text_report.h"
#include "engine/device/mystery/attempt.h"
#include "engine/session/csv/csv.h"
#include "engine/session/session_file.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

enum class Format { text, json, cbor, csv };

/// The format asked for, or what the file's ending says.
Outcome<Format> choose_format(const ProbeOptions& options) {
  std::string word = options.format;
  if (word.empty()) {
    if (options.output.empty()) return Format::text;
    word = std::filesystem::path(options.output).extension().string();
    if (!word.empty()) word.erase(0, 1);
  }
  if (word == "json") return Format::json;
  if (word == "cbor") return Format::cbor;
  if (word == "csv") return Format::csv;
  return DeviceError{ErrorCode::invalid_request,
                     "The ending of '" + options.output + "' names no format; end it in .json, .cbor or .csv, or say --format."};
}

/// A sentence if the file can't be written there; better known before the measurement than after it.
std::optional<std::string> fault_of_target(const std::string& output) {
  if (output.empty()) return std::nullopt;
  const std::filesystem::path path(output);
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return "'" + output + "' is a folder; name a file.";
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  if (!std::filesystem::is_directory(folder, ignored)) return "The folder '" + folder.string() + "' does not exist.";
  return std::nullopt;
}

/// Writes the session and returns the names of the files.
Outcome<std::vector<std::filesystem::path>> save(const Session& session, const std::filesystem::path& path, Format format) {
  if (format == Format::csv) {
    auto written = write_csv(session, path);
    if (!written) return written.error();
    return std::move(written->files);
  }
  if (auto error = write_session(session, path, format == Format::cbor ? SessionFormat::cbor : SessionFormat::json)) return *error;
  return std::vector<std::filesystem::path>{path};
}

int print(const Session& session, Format format) {
  if (format == Format::text) {
    print_text(text_report(session));
  } else {
    const auto bytes = session_bytes(session, format == Format::cbor ? SessionFormat::cbor : SessionFormat::json);
    if (!bytes) return fail(bytes.error().message);
    print_bytes(*bytes);
    if (format == Format::json) print_bytes("\n");
  }
  return fail_if_not_whole(session);
}

/// What is left of a mystery card's budget.
void tell_budget(const std::string& device) {
  constexpr std::string_view kKind = "mystery:";
  if (!device.starts_with(kKind)) return;
  const std::filesystem::path path = device.substr(kKind.size());
  const auto file = mystery::read_mystery(path);
  const auto spent = file ? mystery::spent_on(*file, path) : Outcome<std::uint64_t>(file.error());
  if (!spent) return;  // nothing was measured, and the reason was told
  note(format_count(*spent) + (*spent == 1 ? " access" : " accesses") + " spent, " +
       format_count(file->budget - std::min(*spent, file->budget)) + " of " + format_count(file->budget) + " left.");
}

int measured_and_kept(const ProbeOptions& options, Format format) {
  const auto session = measure_session(options.device, options.probe, options.settings);
  if (!session) return fail(session.error());
  if (options.output.empty()) return print(*session, format);
  const Place place = place_for(*session, options.output);
  const auto files = save(*session, place.path, format);
  print_text(text_report(*session));  // measured is measured, even if it can't be kept
  if (!files) return fail(files.error().message);
  print_text(saved_words(*files));
  if (!place.why.empty()) note(place.why);
  return fail_if_not_whole(*session);
}

}  // namespace

int probe_command(const ProbeOptions& options) {
  if (const std::string fault = fault_of_words(options.probe, options.settings); !fault.empty()) return misunderstood(fault);
  if (const auto fault = fault_of_target(options.output)) return fail(*fault);
  const auto format = choose_format(options);
  if (!format) return misunderstood(format.error().message);
  if (*format == Format::csv && options.output.empty())
    return misunderstood("CSV makes a file for each trace and one for the findings; name one: -o FILE.csv.");
  const int code = measured_and_kept(options, *format);
  tell_budget(options.device.id);
  return code;
}

}  // namespace chasescope
