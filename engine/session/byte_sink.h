// Where a document's bytes go: a string, or a file that is replaced in one step.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/device/error.h"

namespace chasescope {

class ByteSink {
 public:
  virtual ~ByteSink() = default;
  virtual void put(std::string_view bytes) = 0;
};

class StringSink final : public ByteSink {
 public:
  void put(std::string_view bytes) override { text_ += bytes; }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

/// A file that appears, complete, when commit() succeeds, and not at all otherwise: until then what was there stays. Written
/// next to the target under another name and renamed (QSaveFile). An error is kept and told by commit().
class AtomicFile final : public ByteSink {
 public:
  explicit AtomicFile(const std::filesystem::path& path);
  ~AtomicFile() override;
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void put(std::string_view bytes) override;

  /// Puts the file in its place. \return `internal` with a sentence that names the file and the reason.
  std::optional<DeviceError> commit();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Reads a whole file.
/// \return its bytes, `invalid_request` if there is no such file, `internal` if it can't be read, or `out_of_memory`.
Outcome<std::string> read_file(const std::filesystem::path& path);

}  // namespace chasescope
