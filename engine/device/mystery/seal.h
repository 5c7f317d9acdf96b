// How a mystery file hides its secrets: keys by HKDF (RFC 5869), marks by HMAC-SHA256 (RFC 2104), and the seed under a
// synthetic nonce (the construction SIV of Rogaway and Shrimpton, 2006, with HMAC-SHA256 as its function).
//
// The keys are derived from constants in the program and the generator's version, since the program must open a card without
// knowing its seed. So the seal hides a card from readers of the file, and reveals changes of the file. A person who reads this
// source and writes a program can open a card: docs/mystery.md says so to lecturers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/device/mystery/level.h"

namespace chasescope::mystery {

/// The three numbers that determine a card. The same three numbers give the same card on any machine.
struct CardName {
  std::uint64_t seed = 0;
  Level level = Level::easy;
  std::uint64_t generator = 0;  ///< version of the generator (hidden_card.h)
  friend bool operator==(const CardName&, const CardName&) = default;
};

/// Distinguishes cards without revealing their seed: sixteen hexadecimal digits.
std::string fingerprint(const CardName& card);

/// The seed, sealed: 48 hexadecimal digits, the same for the same card.
std::string sealed_seed(const CardName& card);
/// The seed in sealed text; empty if it was not sealed for that level and generator.
std::optional<std::uint64_t> opened_seed(std::string_view sealed, Level level, std::uint64_t generator);

/// A mark of a text that belongs to a card: 32 hexadecimal digits that change with every byte of it. `purpose` keeps marks of one
/// kind of file from serving for another.
std::string mark_of(const CardName& card, std::string_view purpose, std::string_view text);

}  // namespace chasescope::mystery
