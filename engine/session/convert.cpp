#include "engine/session/convert.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "engine/session/csv.h"
#include "engine/session/session_file.h"

namespace chasescope {
namespace {

bool is_csv(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return true;
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension == ".csv";
}

std::optional<DeviceError> check_extension(const std::filesystem::path& path) {
  if (is_csv(path) || session_format_of(path)) return std::nullopt;
  const std::string extension = path.extension().string();
  return DeviceError{
      ErrorCode::invalid_request,
      path.string() + (extension.empty() ? " has no extension" : " has the extension " + extension) +
          ", which names no format; there are .json (readable), .cbor (small and fast) and .csv (traces and findings)."};
}

}  // namespace

Outcome<Conversion> convert_file(const std::filesystem::path& in, const std::filesystem::path& out) {
  for (const auto& path : {in, out})
    if (auto error = check_extension(path)) return *error;

  Conversion done;
  Session session;
  if (is_csv(in)) {
    auto import = read_csv(in);
    if (!import) return import.error();
    session = std::move(import->session);
    done.warnings = std::move(import->warnings);
  } else {
    auto opened = read_session(in);
    if (!opened) return opened.error();
    session = *std::move(opened);
  }

  if (!is_csv(out)) {
    if (auto error = write_session(session, out, *session_format_of(out))) return *error;
    done.files.push_back(out);
    return done;
  }
  auto written = write_csv(session, out);
  if (!written) return written.error();
  done.files = std::move(written->files);
  done.warnings.insert(done.warnings.end(), written->warnings.begin(), written->warnings.end());
  return done;
}

}  // namespace chasescope
