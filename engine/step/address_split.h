// Which bits of an address say what: the place within the line, the set, and the rest, which is the tag.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/step/step.h"

namespace chasescope::step {

enum class BitRole {
  offset,   ///< within the line or page
  set,      ///< chooses the set, alone
  hashed,   ///< takes part in choosing the set by XOR; a part of the tag, too
  divided,  ///< the set is a remainder or comes from a table: no single bit chooses it
  tag,
  unknown,
};

struct AddressBit {
  BitRole role = BitRole::unknown;
  bool value = false;
};

struct AddressSplit {
  std::vector<AddressBit> bits;  ///< bit 0 first; as many as the largest address of the walk needs, and the set's
  /// "set = bits 7 to 11 = 00101 = 5", or "set = line 6 mod 3 = 0"; says what is not known, too.
  std::string sentence;
};

/// \pre `largest` is the highest address of the walk.
AddressSplit split_address(const Part& part, std::uint64_t address, std::optional<std::uint32_t> set, std::uint64_t largest);

/// "line" or "page".
const char* unit_word(const Part& part);
/// "line 1,024": by number, address divided by size.
std::string unit_name(const Part& part, std::uint64_t address);

}  // namespace chasescope::step
