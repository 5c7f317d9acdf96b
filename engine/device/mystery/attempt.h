// The accesses spent on a mystery card so far, kept in a file beside the card ("lab3.mystery.attempt"), so that opening the card
// again does not restore the budget.
//
// Accesses are written to the file before they are made, a block of accesses at a time. When no more requests come, the file is
// corrected to the accesses really made; a program that dies has spent its whole block. A person who deletes the file, or copies
// the card elsewhere, starts with a new budget: this can't be prevented. The number in an answer file is that of one attempt
// (docs/mystery.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "engine/device/error.h"
#include "engine/device/mystery/mystery_file.h"

namespace chasescope::mystery {

inline constexpr FileKind kAttemptFile{"attempt", "chasescope-attempt", 1};

/// "lab3.mystery.attempt".
std::filesystem::path attempt_path(const std::filesystem::path& mystery);

/// Accesses spent on the card so far, as the file beside it says; 0 where there is none. A file of another card, or a changed
/// file, is `invalid_request` in one sentence.
Outcome<std::uint64_t> spent_on(const MysteryFile& file, const std::filesystem::path& mystery);

class Attempt {
 public:
  /// Continues with the accesses spent before.
  static Outcome<Attempt> open(const MysteryFile& file, const std::filesystem::path& mystery);

  std::uint64_t spent() const { return spent_; }
  std::uint64_t left() const { return file_.budget - spent_; }

  /// Pays for so many accesses. \return why they can't be made: the remaining budget does not suffice, or the file can't be
  /// written.
  std::optional<DeviceError> pay(std::uint64_t accesses);

  /// Writes the accesses really spent. If that fails, the file keeps the larger number written before.
  void settle();

 private:
  Attempt(MysteryFile file, std::filesystem::path path, std::uint64_t spent)
      : file_(std::move(file)), path_(std::move(path)), spent_(spent), written_(spent) {}
  std::optional<std::string> write(std::uint64_t spent);

  MysteryFile file_;
  std::filesystem::path path_;
  std::uint64_t spent_ = 0;
  std::uint64_t written_ = 0;  // the number in the file; never less than the accesses spent
};

}  // namespace chasescope::mystery
