#include "engine/session/convert.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "engine/output/output_file.h"
#include "engine/session/csv/csv.h"
#include "engine/session/session_file.h"

namespace chasescope {
namespace {

/// In lower case, with its point.
std::string extension_of(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension;
}

bool is_csv(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored) || extension_of(path) == ".csv";
}

/// \param csv what is in a .csv, and the endings after it
DeviceError unknown_extension(const std::filesystem::path& path, const char* csv) {
  const std::string extension = path.extension().string();
  return {ErrorCode::invalid_request, path.string() +
                                          (extension.empty() ? " has no extension" : " has the extension " + extension) +
                                          ", which names no format; there are .json (readable), .cbor (small and fast), " + csv};
}

DeviceError is_folder(const std::filesystem::path& path) {
  return {ErrorCode::internal, "'" + path.string() +
                                   "' is a folder; name a file in it, or say --format traces to fill a new folder with every trace "
                                   "as CSV."};
}

std::optional<SessionFormat> session_format_from(std::string_view word) {
  if (word == "json") return SessionFormat::json;
  if (word == "cbor") return SessionFormat::cbor;
  return std::nullopt;
}

DeviceError unknown_format(std::string_view word) {
  return {ErrorCode::invalid_request, "There is no format '" + std::string(word) + "'; there are " + kDocumentFormats + "."};
}

}  // namespace

Outcome<std::string> document_format(const std::filesystem::path& out, std::string_view format) {
  if (!format.empty()) {
    if (format != kTracesFormat && !session_format_from(format) && !report_format_from(format)) return unknown_format(format);
    return std::string(format);
  }
  std::error_code ignored;
  if (std::filesystem::is_directory(out, ignored) || !out.has_filename()) return is_folder(out);
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kFormats{{{".json", "json"},
                                                                                   {".cbor", "cbor"},
                                                                                   {".md", "markdown"},
                                                                                   {".markdown", "markdown"},
                                                                                   {".tex", "latex"},
                                                                                   {".config", "gpgpusim"}}};
  const std::string extension = extension_of(out);
  for (const auto& [known, name] : kFormats)
    if (extension == known) return std::string(name);
  if (extension == ".csv") return std::string();
  return unknown_extension(out, ".csv (one table), .md (Markdown), .tex (LaTeX) and .config (gpgpusim.config).");
}

Outcome<OpenedDocument> open_document(const std::filesystem::path& path) {
  if (is_csv(path)) {
    auto import = read_csv(path);
    if (!import) return import.error();
    return OpenedDocument{std::move(import->session), std::move(import->warnings)};
  }
  auto session = read_session(path);
  if (!session) return session.error();
  return OpenedDocument{*std::move(session), {}};
}

Outcome<Report> document_text(const Session& session, std::string_view format) {
  if (const auto report = report_format_from(format)) {
    Report made = make_report(session, *report);
    if (*report == ReportFormat::csv)
      if (std::string left_out = csv_left_out(session); !left_out.empty()) made.warnings.push_back(std::move(left_out));
    return made;
  }
  if (format == kTracesFormat) return DeviceError{ErrorCode::invalid_request, kTracesNeedFolder};
  const auto own = session_format_from(format);
  if (!own) return unknown_format(format);
  auto bytes = session_bytes(session, *own);
  if (!bytes) return bytes.error();
  return Report{*std::move(bytes) + (*own == SessionFormat::json ? "\n" : ""), {}};
}

Outcome<Conversion> write_document(const Session& session, const std::filesystem::path& out, std::string_view format) {
  const auto name = document_format(out, format);
  if (!name) return name.error();
  if (name->empty() || *name == kTracesFormat) {
    auto written = name->empty() ? write_csv_table(session, out) : write_csv_folder(session, out);
    if (!written) return written.error();
    return Conversion{std::move(written->files), std::move(written->warnings), name->empty() ? std::filesystem::path() : out,
                      std::move(written->contents)};
  }
  if (const auto own = session_format_from(*name)) {
    if (auto error = write_session(session, out, *own)) return *error;
    return Conversion{{out}, {}, {}, {}};
  }
  auto text = document_text(session, *name);
  if (!text) return text.error();
  OutputFile file(out);
  file.put(text->text);
  if (auto fault = file.commit()) return DeviceError{ErrorCode::internal, *std::move(fault)};
  return Conversion{{out}, std::move(text->warnings), {}, {}};
}

Outcome<Conversion> convert_file(const std::filesystem::path& in, const std::filesystem::path& out, std::string_view format) {
  if (!is_csv(in) && !session_format_of(in)) return unknown_extension(in, "and .csv (a trace).");
  if (const auto name = document_format(out, format); !name) return name.error();
  auto opened = open_document(in);
  if (!opened) return opened.error();
  auto done = write_document(opened->session, out, format);
  if (!done) return done.error();
  done->warnings.insert(done->warnings.begin(), opened->warnings.begin(), opened->warnings.end());
  return done;
}

}  // namespace chasescope
