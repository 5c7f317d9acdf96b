// The role of each bit of an address: the place within the line, the set, or, for all other bits, the tag.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/step/step.h"

namespace chasescope::step {

enum class BitRole {
  offset,   ///< part of the place within the line or page
  set,      ///< is itself a bit of the set's number
  hashed,   ///< chooses the set together with other bits, by XOR; also part of the tag
  divided,  ///< the set is a remainder or comes from a table, so that no single bit chooses it
  tag,
  unknown,
};

struct AddressBit {
  BitRole role = BitRole::unknown;
  bool value = false;
};

struct AddressSplit {
  std::vector<AddressBit> bits;  ///< bit 0 first, up to the highest bit of the walk's largest address or of the set
  /// How the address chooses the set, as in "set = address bits 7 to 11 = 00101 = 5" or "set = line 6 mod 3 = 0". If something is
  /// not known, the sentence says so.
  std::string sentence;
};

/// \pre `largest` is the highest address of the walk.
AddressSplit split_address(const Part& part, std::uint64_t address, std::optional<std::uint32_t> set, std::uint64_t largest);

/// "line" or "page".
const char* unit_word(const Part& part);
/// "line 1,024" or "page 3". The number is the address divided by the size of a line or page.
std::string unit_name(const Part& part, std::uint64_t address);

}  // namespace chasescope::step
