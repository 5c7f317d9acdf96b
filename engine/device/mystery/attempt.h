// What was spent on a mystery card so far, kept in a file beside it ("lab3.mystery.attempt"), so that closing and opening it again
// does not give the budget back.
//
// Accesses are written down before they are made, a block of them at a time, and set to what was really spent when nothing more is
// asked: a program that dies has spent its block. What this can't prevent: who deletes the file, or copies the card elsewhere,
// begins anew. The number in an answer file is what was spent in one attempt (docs/mystery.md).
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

/// Accesses spent on the card so far, as the file beside it says; 0 where there is none. An attempt of another card, or one that
/// was changed, is `invalid_request` in one sentence.
Outcome<std::uint64_t> spent_on(const MysteryFile& file, const std::filesystem::path& mystery);

class Attempt {
 public:
  /// Takes up what was spent before.
  static Outcome<Attempt> open(const MysteryFile& file, const std::filesystem::path& mystery);

  std::uint64_t spent() const { return spent_; }
  std::uint64_t left() const { return file_.budget - spent_; }

  /// Pays for so many accesses. \return why they can't be made: what is left does not suffice, or it can't be written down.
  std::optional<DeviceError> pay(std::uint64_t accesses);

  /// Writes down what was really spent. What can't be written leaves the larger number that was written before.
  void settle();

 private:
  Attempt(MysteryFile file, std::filesystem::path path, std::uint64_t spent)
      : file_(std::move(file)), path_(std::move(path)), spent_(spent), written_(spent) {}
  std::optional<std::string> write(std::uint64_t spent);

  MysteryFile file_;
  std::filesystem::path path_;
  std::uint64_t spent_ = 0;
  std::uint64_t written_ = 0;  // never less than what was spent
};

}  // namespace chasescope::mystery
