// The newest trace of a free run, in files that take turns.
//
// There are a hundred traces a second, and only the newest counts: each takes the place of an older one. Never is that file begun
// anew which has the newest, nor the one that has the newest of those that were brought to the disk. So a process that is killed
// leaves the last trace, and a loss of power at most a second's.
#pragma once

#include <array>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include "engine/session/journal/journal_file.h"

namespace chasescope {

inline constexpr std::size_t kFreeSlots = 3;

/// The file of a slot, 0 to kFreeSlots - 1, beside the journal.
std::filesystem::path free_slot(const std::filesystem::path& journal, std::size_t slot);

class FreeSlots {
 public:
  FreeSlots(std::filesystem::path journal, Disk& disk) : journal_(std::move(journal)), disk_(disk) {}

  /// \return why it could not be kept; empty if it was.
  std::string put(std::string_view records);
  void remove();

 private:
  const std::filesystem::path journal_;
  Disk& disk_;
  std::array<std::unique_ptr<JournalFile>, kFreeSlots> files_;
  std::size_t newest_ = 0, synced_ = 0;
  std::chrono::steady_clock::time_point synced_at_;
};

}  // namespace chasescope
