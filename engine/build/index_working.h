// The steps from an address to its set, for a class to follow: the bits of the address, and one line of working for each bit of the
// set.
//
// engine/step/address_split.h gives the same for the step player, in one sentence.
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
    bool chooses = false;  ///< whether this bit takes part in choosing the set
  };
  std::vector<Bit> bits;             ///< the bits above the line offset, the highest first
  unsigned offset_bits = 0;          ///< the number of bits of the offset within the line, below `bits`
  std::vector<std::string> working;  ///< "s2 = 1 ⊕ 0 = 1", the highest set bit first; "32 mod 7 = 4"
  std::uint32_t set = 0;
};

/// \pre The spec is that of a valid card, and its index is not skewed. `largest` is the highest address of interest.
IndexWorking index_working(const model::CacheSpec& spec, std::uint64_t address, std::uint64_t largest);

}  // namespace chasescope::build
