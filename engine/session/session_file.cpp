#include "engine/session/session_file.h"

#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <algorithm>
#include <cctype>
#include <new>
#include <stdexcept>

#include "engine/device/codec/codec.h"
#include "engine/device/codec/codec_cursor.h"
#include "engine/output/output_file.h"
#include "engine/session/document/document_writer.h"
#include "engine/session/document/parse_document.h"
#include "engine/session/document/session_members.h"
#include "engine/session/mt4g/mt4g_import.h"

namespace chasescope {
namespace {

/// Reads a whole file, also a bundled one (":/…"). \return its bytes, `invalid_request` if there is no such file, `internal` if it can't be
/// read, or `out_of_memory`.
Outcome<std::string> read_file(const std::filesystem::path& path) {
  const std::string name = path.string();
  const QString qt_path = QFile::decodeName(path.c_str());
  const QFileInfo info(qt_path);
  if (!info.exists()) return DeviceError{ErrorCode::invalid_request, "There is no file " + name + "."};
  if (info.isDir()) return DeviceError{ErrorCode::invalid_request, name + " is a folder, not a file."};
  // A pipe or a device may never end.
  if (!info.isFile()) return DeviceError{ErrorCode::invalid_request, name + " is no ordinary file."};
  QFile file(qt_path);
  const auto unreadable = [&] {
    return DeviceError{ErrorCode::internal, name + " can't be read: " + file.errorString().toStdString() + "."};
  };
  if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered)) return unreadable();
  try {
    std::string bytes(static_cast<std::size_t>(file.size()), '\0');
    std::size_t done = 0;
    while (done < bytes.size()) {
      const qint64 count = file.read(bytes.data() + done, static_cast<qint64>(bytes.size() - done));
      if (count < 0) return unreadable();
      if (count == 0) break;  // it shrank while it was read
      done += static_cast<std::size_t>(count);
    }
    bytes.resize(done);
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

void write_trace(const Exchange<ChaseRequest>& asked, DocumentWriter& out) {
  ChaseResult rest = asked.result;
  rest.cycles = {};
  rest.served_by = {};
  nlohmann::ordered_json trace = to_json(rest);
  trace.erase("cycles");
  const bool each = asked.request.record == Record::each;
  const bool truth = !asked.result.served_by.empty();

  out.open_object(trace.size() + (each ? 1 : 0) + (truth ? 1 : 0));
  for (const auto& [key, value] : trace.items()) {
    out.key(key);
    out.value(value);
  }
  if (each) {
    out.key("cycles");
    out.cycles(asked.result.cycles);
  }
  if (truth) {
    out.key("served_by");
    out.served_by(asked.result.served_by);
  }
  out.close();
}

template <typename Request>
void write_trace(const Exchange<Request>& asked, DocumentWriter& out) {
  out.value(to_json(asked.result));
}

void write_run(const Run& run, DocumentWriter& out) {
  const bool names_call = run.chase() == nullptr;
  out.open_object(5U + (run.auxiliary ? 1U : 0U) + (names_call ? 1U : 0U));
  for (const auto& [key, text] : {std::pair{"id", &run.id}, {"probe", &run.probe}, {"label", &run.label}}) {
    out.key(key);
    out.value(*text);
  }
  if (run.auxiliary) {
    out.key("auxiliary");
    out.value(true);
  }
  if (names_call) {
    out.key("call");
    out.value(std::string(run.call()));
  }
  std::visit(
      [&](const auto& asked) {
        out.key("request");
        out.value(to_json(asked.request));
        out.key("trace");
        write_trace(asked, out);
      },
      run.exchange);
  out.close();
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
  for (const RunPtr& run : session.runs) write_run(*run, out);
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
    ParsedDocument document = looks_like_cbor(bytes) ? parse_cbor_document(bytes) : parse_json_document(bytes);
    return looks_like_mt4g(document.rest) ? session_from_mt4g(document.rest) : session_from(std::move(document));
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
  if (bytes->empty()) return DeviceError{ErrorCode::invalid_request, path.string() + " is empty."};
  return parse_session(*bytes, path.string());
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
