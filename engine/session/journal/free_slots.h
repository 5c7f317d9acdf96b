// Keeps the newest trace of a free run, which repeats its chase all the time. The files of three slots take turns.
//
// A free run has about a hundred traces a second, and only the newest counts, so each trace overwrites an older one. Two files are
// never overwritten: the one with the newest trace, and the one with the newest trace that was synced to the disk. So a process
// that is killed leaves its last trace, and a power failure loses at most the last second.
#pragma once

#include <array>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include "engine/session/journal/journal_file.h"

namespace chasescope {

inline constexpr std::size_t kFreeSlots = 3;

/// The file of a slot, 0 to kFreeSlots - 1, next to the journal.
std::filesystem::path free_slot(const std::filesystem::path& journal, std::size_t slot);

class FreeSlots {
 public:
  FreeSlots(std::filesystem::path journal, Disk& disk) : journal_(std::move(journal)), disk_(disk) {}

  /// Keeps the records of a trace. \return the reason if that failed; empty if not.
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
