// The folder of the journals: its place, the files that ended processes left in it, and the limit of its size.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace chasescope {

/// $XDG_STATE_HOME/chasescope/journal; the default is below ~/.local/state (XDG Base Directory Specification, 0.8).
std::filesystem::path journal_folder();

/// A journal whose process has ended. As long as this object lives, the file is locked, so that no other process offers it to its
/// user.
class LeftFile {
 public:
  /// Locks the file. held() is false if the process of the journal still runs, if another process has locked it, or if it is not a
  /// file of ours.
  explicit LeftFile(const std::filesystem::path& path);
  ~LeftFile();
  LeftFile(LeftFile&& other) noexcept;
  LeftFile& operator=(LeftFile&& other) noexcept;

  bool held() const { return fd_ >= 0; }
  const std::filesystem::path& path() const { return path_; }
  /// The contents of the file; empty if it can't be read, or is larger than a journal may be.
  std::string bytes() const;
  std::uint64_t size() const;
  /// Writes a record after the first `whole` bytes, over an incomplete one.
  bool append(const std::string& record, std::size_t whole);
  /// Removes the file and the files of its free run.
  void remove();

 private:
  std::filesystem::path path_;
  int fd_ = -1;
};

/// All such files in the folder, the oldest first.
std::vector<LeftFile> left_files(const std::filesystem::path& folder);

/// Removes the free runs of left journals, the oldest first, until all files of the folder together have at most `most` bytes.
/// \return the reason if there is still no room; empty if there is.
std::string make_room(const std::filesystem::path& folder, std::uint64_t most);

}  // namespace chasescope
