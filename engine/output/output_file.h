// Every file that the program writes, but for a log, is written here: the whole of it, or nothing.
//
//   OutputFile file("h200.json");
//   file.put(text);
//   if (const auto fault = file.commit()) tell(*fault);   // "h200.json can't be written: No space left on device; nothing was changed."
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/output/byte_sink.h"
#include "engine/output/disk.h"

namespace chasescope {

/// A file that appears, complete, when commit() succeeds, and not at all otherwise: it is written under another name beside its
/// target, brought to the disk, and renamed. A link stays: what it leads to is replaced, and keeps its permissions (and its owner, where
/// that is allowed). A pipe with a name, a terminal, /dev/null and /dev/full are written into; a folder, a socket and any other device are
/// refused. The first error is kept and told by commit(), in one sentence.
class OutputFile final : public ByteSink {
 public:
  explicit OutputFile(const std::filesystem::path& path, Disk& disk = real_disk());
  /// Removes a file that was not committed.
  ~OutputFile() override;
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;

  void put(std::string_view bytes) override;

  /// Renames the file to its target. \return a sentence that names the file, the reason and that nothing was changed.
  std::optional<std::string> commit();

  /// The first half of commit(): all bytes are on the disk, beside the target, and the file is closed.
  std::optional<std::string> finish();

 private:
  friend class OutputLog;
  friend std::optional<std::string> commit_all(std::vector<OutputFile>& files);
  friend std::optional<std::string> fault_of_place(const std::filesystem::path& path);
  struct State;
  std::unique_ptr<State> state_;
};

/// Why no file can be written there, in a sentence; empty if one can. For before a measurement, which would be lost: a file is made
/// beside the target and removed again, and a target that exists is not touched.
std::optional<std::string> fault_of_place(const std::filesystem::path& path);

/// The same for a folder that is to take files. It need not exist yet, and is not made.
std::optional<std::string> fault_of_folder_place(const std::filesystem::path& folder);

/// Puts files that belong together in their places: none, if one of them can't be finished.
std::optional<std::string> commit_all(std::vector<OutputFile>& files);

/// A file that grows line by line and can be read meanwhile. It takes the place of an older one once its first line is on the disk.
class OutputLog {
 public:
  OutputLog(const std::filesystem::path& path, std::string_view first_line, Disk& disk = real_disk());
  OutputLog(OutputLog&&) noexcept = default;

  /// Adds whole lines at once; writes no part of lines for which there is no space. Does nothing after a fault.
  void add(std::string_view lines);
  /// The first error, in a sentence.
  std::optional<std::string> fault() const;

 private:
  OutputFile file_;
};

}  // namespace chasescope
