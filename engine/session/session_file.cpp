#include "engine/session/session_file.h"

#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <algorithm>
#include <cctype>
#include <memory>
#include <new>
#include <stdexcept>

#include "engine/device/codec/codec.h"
#include "engine/device/codec/codec_cursor.h"
#include "engine/output/output_file.h"
#include "engine/session/document/document_writer.h"
#include "engine/session/document/parse_document.h"
#include "engine/session/document/run_writer.h"
#include "engine/session/document/session_members.h"
#include "engine/session/mt4g/mt4g_import.h"

namespace chasescope {
namespace {

/// What a file holds, without the zeros that a text would be filled with first.
struct FileBytes {
  std::unique_ptr<char[]> data;
  std::size_t size = 0;
};

/// Reads a whole file, also a bundled one (":/…"). \return its bytes, `internal` if there is no such file or it can't be read, or
/// `out_of_memory`.
Outcome<FileBytes> read_file(const std::filesystem::path& path) {
  const std::string name = path.string();
  const QString qt_path = QFile::decodeName(path.c_str());
  const QFileInfo info(qt_path);
  if (!info.exists()) return DeviceError{ErrorCode::internal, "There is no file " + name + "."};
  if (info.isDir()) return DeviceError{ErrorCode::internal, name + " is a folder, not a file."};
  // A pipe or a device may never end.
  if (!info.isFile()) return DeviceError{ErrorCode::internal, name + " is no ordinary file."};
  QFile file(qt_path);
  const auto unreadable = [&] {
    return DeviceError{ErrorCode::internal, name + " can't be read: " + file.errorString().toStdString() + "."};
  };
  if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered)) return unreadable();
  try {
    const auto size = static_cast<std::size_t>(file.size());
    FileBytes bytes{std::make_unique_for_overwrite<char[]>(size), 0};
    std::size_t& done = bytes.size;
    while (done < size) {
      const qint64 count = file.read(bytes.data.get() + done, static_cast<qint64>(size - done));
      if (count < 0) return unreadable();
      if (count == 0) break;  // it shrank while it was read
      done += static_cast<std::size_t>(count);
    }
    return bytes;
  } catch (const std::bad_alloc&) {
    return DeviceError{ErrorCode::out_of_memory, name + " does not fit into memory."};
  } catch (const std::length_error&) {
    return DeviceError{ErrorCode::out_of_memory, name + " does not fit into memory."};
  }
}

/// The refusal of a place in a document, with the name of the document.
std::string refusal(std::string_view name, const CodecError& error) {
  return std::string(name) + (error.pointer().empty() ? " " : ", at " + error.pointer() + ": ") + error.reason() + ".";
}

/// The members of a session, in their order in the file.
void write_members(const Session& session, DocumentWriter& out) {
  out.open_object(7);
  out.key("schema");
  out.value(kSessionSchema);
  out.key("version");
  out.value(kSessionVersion);
  out.key("device");
  out.value(to_json(session.device));
  out.key("environment");
  out.value(session.environment);
  out.key("runs");
  out.open_array(session.runs.size());
  write_runs(session.runs, out);
  out.close();
  out.key("findings");
  out.open_array(session.findings.size());
  for (const Finding& finding : session.findings) out.value(to_json(finding));
  out.close();
  out.key("notes");
  out.value(session.notes);
  out.close();
}

std::optional<DeviceError> write_to(const Session& session, SessionFormat format, ByteSink& sink) {
  try {
    check_session(session);
  } catch (const CodecError& error) {
    return DeviceError{ErrorCode::invalid_request, refusal("The session can't be saved", error)};
  }
  if (format == SessionFormat::json) {
    JsonWriter writer(sink);
    write_members(session, writer);
  } else {
    CborWriter writer(sink);
    write_members(session, writer);
  }
  return std::nullopt;
}

}  // namespace

std::optional<SessionFormat> session_format_of(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (extension == ".json") return SessionFormat::json;
  if (extension == ".cbor") return SessionFormat::cbor;
  return std::nullopt;
}

Outcome<Session> parse_session(std::string_view bytes, std::string_view name) {
  try {
    std::vector<RunPtr> runs;
    ParsedDocument document =
        looks_like_cbor(bytes) ? parse_cbor_document(bytes, run_reader(runs)) : parse_json_document(bytes, run_reader(runs));
    return looks_like_mt4g(document.rest) ? session_from_mt4g(document.rest) : session_from(std::move(document), std::move(runs));
  } catch (const SyntaxError& error) {
    return DeviceError{ErrorCode::invalid_request, std::string(name) + ", " + error.what() + "."};
  } catch (const CodecError& error) {
    return DeviceError{ErrorCode::invalid_request, refusal(name, error)};
  } catch (const std::bad_alloc&) {
    return DeviceError{ErrorCode::out_of_memory, std::string(name) + " does not fit into memory."};
  }
}

Outcome<Session> read_session(const std::filesystem::path& path) {
  auto bytes = read_file(path);
  if (!bytes) return bytes.error();
  if (bytes->size == 0) return DeviceError{ErrorCode::invalid_request, path.string() + " is empty."};
  return parse_session({bytes->data.get(), bytes->size}, path.string());
}

Outcome<std::string> session_bytes(const Session& session, SessionFormat format) {
  StringSink sink;
  if (auto error = write_to(session, format, sink)) return *std::move(error);
  return sink.take();
}

std::optional<DeviceError> write_session(const Session& session, const std::filesystem::path& path, SessionFormat format) {
  OutputFile file(path);
  if (auto error = write_to(session, format, file)) return error;
  if (auto fault = file.commit()) return DeviceError{ErrorCode::internal, *std::move(fault)};
  return std::nullopt;
}

}  // namespace chasescope
