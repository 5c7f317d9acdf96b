#include "engine/session/byte_sink.h"

#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QSaveFile>
#include <new>

namespace chasescope {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 18;

QString qt_path(const std::filesystem::path& path) { return QFile::decodeName(path.c_str()); }

}  // namespace

struct AtomicFile::State {
  std::string name;
  QSaveFile file;
  std::string buffer;
  std::string error;  // the first one

  void flush() {
    if (!error.empty()) return;
    if (file.write(buffer.data(), static_cast<qint64>(buffer.size())) != static_cast<qint64>(buffer.size()))
      error = file.errorString().toStdString();
    buffer.clear();
  }
};

AtomicFile::AtomicFile(const std::filesystem::path& path) : state_(std::make_unique<State>()) {
  state_->name = path.string();
  state_->file.setFileName(qt_path(path));
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  if (!QFileInfo(qt_path(folder)).isDir()) {
    state_->error = "there is no folder " + folder.string();
  } else if (!state_->file.open(QIODevice::WriteOnly)) {
    state_->error = state_->file.errorString().toStdString();
  }
}

AtomicFile::~AtomicFile() = default;

void AtomicFile::put(std::string_view bytes) {
  if (!state_->error.empty()) return;
  state_->buffer += bytes;
  if (state_->buffer.size() >= kBufferBytes) state_->flush();
}

std::optional<DeviceError> AtomicFile::commit() {
  state_->flush();
  if (state_->error.empty() && !state_->file.commit()) state_->error = state_->file.errorString().toStdString();
  if (state_->error.empty()) return std::nullopt;
  return DeviceError{ErrorCode::internal,
                     state_->name + " can't be written: " + state_->error + ". What was there before is unchanged."};
}

Outcome<std::string> read_file(const std::filesystem::path& path) {
  const std::string name = path.string();
  const QFileInfo info(qt_path(path));
  if (!info.exists()) return DeviceError{ErrorCode::invalid_request, "There is no file " + name + "."};
  if (info.isDir()) return DeviceError{ErrorCode::invalid_request, name + " is a folder, not a file."};
  // A pipe or a device may never end.
  if (!info.isFile()) return DeviceError{ErrorCode::invalid_request, name + " is no ordinary file."};
  QFile file(qt_path(path));
  if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
    return DeviceError{ErrorCode::internal, name + " can't be read: " + file.errorString().toStdString() + "."};
  try {
    std::string bytes(static_cast<std::size_t>(file.size()), '\0');
    std::size_t done = 0;
    while (done < bytes.size()) {
      const qint64 count = file.read(bytes.data() + done, static_cast<qint64>(bytes.size() - done));
      if (count < 0) return DeviceError{ErrorCode::internal, name + " can't be read: " + file.errorString().toStdString() + "."};
      if (count == 0) break;  // it shrank while it was read
      done += static_cast<std::size_t>(count);
    }
    bytes.resize(done);
    return bytes;
  } catch (const std::bad_alloc&) {
    return DeviceError{ErrorCode::out_of_memory, name + " does not fit into memory."};
  }
}

}  // namespace chasescope
