// How the set of one address comes about, in steps that a class can follow: the bits of the address, and a line of working for each
// bit of the set.
//
// The step player says the same in one sentence (engine/step/address_split.h); here each set bit has a line of its own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/model/spec/spec.h"

namespace chasescope::build {

struct IndexWorking {
  struct Bit {
    unsigned number = 0;
    bool value = false;
    bool chooses = false;  ///< takes part in choosing the set
  };
  std::vector<Bit> bits;             ///< those above the line, the highest first
  unsigned offset_bits = 0;          ///< bits of the place within the line, below them
  std::vector<std::string> working;  ///< "s2 = 1 ⊕ 0 = 1", the highest set bit first; "32 mod 7 = 4"
  std::uint32_t set = 0;
};

/// \pre the spec is that of a card, its index is not skewed. `largest` is the highest address of interest.
IndexWorking index_working(const model::CacheSpec& spec, std::uint64_t address, std::uint64_t largest);

}  // namespace chasescope::build
