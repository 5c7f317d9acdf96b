// A private file that only grows, of which a process that was ended leaves what it had.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "engine/output/disk.h"

namespace chasescope {

inline constexpr const char* kJournalEnding = ".journal";

/// Makes the folder, for its owner alone, where it is not there yet. \return why it is no place for a journal; empty if it is one.
std::string fault_of_private_folder(const std::filesystem::path& folder);

class JournalFile {
 public:
  /// A new file that begins with kJournalMark. Locked before it has its name, so that nobody takes it for one that was left.
  JournalFile(const std::filesystem::path& path, Disk& disk);
  ~JournalFile();  ///< closes it
  JournalFile(const JournalFile&) = delete;
  JournalFile& operator=(const JournalFile&) = delete;

  /// Adds all of the bytes, or nothing. False, with fault(), where that can't be.
  bool append(std::string_view bytes);
  /// Has it begin anew.
  bool restart();
  bool sync();
  void remove();

  std::uint64_t size() const { return size_; }
  /// Why the last call failed: the system's reason.
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
