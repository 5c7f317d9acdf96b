// What a mystery file keeps to itself, and how: keys by HKDF (RFC 5869), marks by HMAC-SHA256 (RFC 2104), and the seed under a
// synthetic nonce (the construction SIV of Rogaway and Shrimpton, 2006, with HMAC-SHA256 as its function).
//
// The keys come from the program itself and the generator's version, for the program must open a card without being told its seed.
// So this keeps a card from whoever reads the file, and shows a file that was changed. Who reads this source and writes a program
// can open a card: docs/mystery.md says so to lecturers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/device/mystery/level.h"

namespace chasescope::mystery {

/// A card by what makes it. The same three numbers give the same card on any machine.
struct CardName {
  std::uint64_t seed = 0;
  Level level = Level::easy;
  std::uint64_t generator = 0;  ///< version of the generator (hidden_card.h)
  friend bool operator==(const CardName&, const CardName&) = default;
};

/// Tells cards apart without telling their seed: sixteen hexadecimal digits.
std::string fingerprint(const CardName& card);

/// The seed, sealed: 48 hexadecimal digits, the same for the same card.
std::string sealed_seed(const CardName& card);
/// The seed in it; empty if it was not sealed for that level and generator.
std::optional<std::uint64_t> opened_seed(std::string_view sealed, Level level, std::uint64_t generator);

/// A mark of a text that belongs to a card: 32 hexadecimal digits that change with every byte of it. `purpose` keeps marks of one
/// kind of file from serving for another.
std::string mark_of(const CardName& card, std::string_view purpose, std::string_view text);

}  // namespace chasescope::mystery
