// Finds a set index under which the addresses of each group share a set.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/inference/sets/set_index.h"

namespace chasescope::structure {

using AddressGroups = std::vector<std::vector<std::uint64_t>>;

/// The index that puts the addresses of each group into one set, and most groups into sets of their own. It tries a single set, a
/// linear index over GF(2) (the differences within a set span the kernel), and a modulus (granule numbers within a set differ by
/// multiples of it). No value if none of them fits. `unit`: the bytes (a power of two) from each address on that belong to it.
/// `bits`: the address bits that vary. The result is a hypothesis; addresses that were not used to find it must confirm it.
std::optional<inference::SetIndex> index_of_groups(const AddressGroups& groups, std::uint64_t unit, std::uint64_t bits);

}  // namespace chasescope::structure
