// The folder of the journals: where it is, whose they are, and how much they may take.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace chasescope {

/// $XDG_STATE_HOME/chasescope/journal, by default below ~/.local/state (XDG Base Directory Specification, 0.8).
std::filesystem::path journal_folder();

/// A journal whose process is no more, in the hands of this process as long as it lives: nobody else is offered it.
class LeftFile {
 public:
  /// Takes hold of it. held() is false where its process lives, where another one has hold of it, or where it is no file of ours.
  explicit LeftFile(const std::filesystem::path& path);
  ~LeftFile();
  LeftFile(LeftFile&& other) noexcept;
  LeftFile& operator=(LeftFile&& other) noexcept;

  bool held() const { return fd_ >= 0; }
  const std::filesystem::path& path() const { return path_; }
  /// All that is in it; empty where it can't be read, or is larger than a journal may be.
  std::string bytes() const;
  std::uint64_t size() const;
  /// Puts a record behind its first `whole` bytes, in the place of what was cut.
  bool append(const std::string& record, std::size_t whole);
  /// Removes it, with its free run.
  void remove();

 private:
  std::filesystem::path path_;
  int fd_ = -1;
};

/// All of the folder, the oldest first.
std::vector<LeftFile> left_files(const std::filesystem::path& folder);

/// Removes the free runs of journals that were left, the oldest first, until all files of the folder together have at most `most`
/// bytes. \return why there is no room even so; empty if there is.
std::string make_room(const std::filesystem::path& folder, std::uint64_t most);

}  // namespace chasescope
