// chasescope probe NAME --device ID [--set key=value]… [-o FILE] [--format json|cbor|csv]
#include <algorithm>
#include <filesystem>

#include "app/commands/commands.h"
#include "app/documents/report_files.h"
#include "app/measurement/failure.h"
#include "app/measurement/probe_session.h"
#include "app/terminal/text_report.h"
#include "engine/device/mystery/attempt.h"
#include "engine/output/output_file.h"
#include "engine/session/convert.h"
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
                     "The ending of '" + options.output +
                         "' names no format; end it in .json, .cbor or .csv, or say --format. "
                         "A report is made from a saved session: chasescope convert FILE.json FILE.md."};
}

/// Writes the session. The warnings name what the format leaves out.
Outcome<Conversion> save(const Session& session, const std::filesystem::path& path, Format format) {
  if (format == Format::csv) {
    auto written = write_csv_table(session, path);
    if (!written) return written.error();
    return Conversion{std::move(written->files), std::move(written->warnings), {}, {}};
  }
  if (auto error = write_session(session, path, format == Format::cbor ? SessionFormat::cbor : SessionFormat::json)) return *error;
  return Conversion{{path}, {}, {}, {}};
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
  const auto written = save(*session, place.path, format);
  print_text(text_report(*session));  // measured is measured, even if it can't be kept
  if (!written) return fail(written.error().message);
  notes(written->warnings);
  print_text(saved_words(*written));
  if (!place.why.empty()) note(place.why);
  return fail_if_not_whole(*session);
}

}  // namespace

int probe_command(const ProbeOptions& options) {
  if (const std::string fault = fault_of_words(options.probe, options.settings); !fault.empty()) return misunderstood(fault);
  if (const auto fault = options.output.empty() ? std::nullopt : fault_of_place(options.output)) return fail(*fault);
  const auto format = choose_format(options);
  if (!format) return misunderstood(format.error().message);
  if (*format == Format::csv && options.output.empty()) return misunderstood("CSV goes to a file; name one: -o FILE.csv.");
  const int code = measured_and_kept(options, *format);
  tell_budget(options.device.id);
  return code;
}

}  // namespace chasescope
