// A private file that only grows. If the process is killed, the file keeps what was written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "engine/output/disk.h"

namespace chasescope {

inline constexpr const char* kJournalEnding = ".journal";

/// Makes the folder, for its owner alone, if it does not exist. \return the reason why it can't hold a journal; empty if it can.
std::string fault_of_private_folder(const std::filesystem::path& folder);

class JournalFile {
 public:
  /// Makes a new file that begins with kJournalMark. The file is locked before it gets its name, so that no other process takes it
  /// for one that was left.
  JournalFile(const std::filesystem::path& path, Disk& disk);
  ~JournalFile();  ///< closes the file
  JournalFile(const JournalFile&) = delete;
  JournalFile& operator=(const JournalFile&) = delete;

  /// Appends all of the bytes, or none. \return false if that failed; fault() has the reason.
  bool append(std::string_view bytes);
  /// Empties the file, except for the mark.
  bool restart();
  bool sync();
  void remove();

  std::uint64_t size() const { return size_; }
  /// The reason why the last call failed, in the system's words.
  const std::string& fault() const { return fault_; }

 private:
  bool failed();

  std::filesystem::path path_;
  Disk& disk_;
  int fd_ = -1;
  std::uint64_t size_ = 0;
  std::string fault_;
};

}  // namespace chasescope
