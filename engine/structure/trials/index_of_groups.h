// Which address bits choose the set: the index that groups of addresses which share a set have in common.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/inference/sets/set_index.h"

namespace chasescope::structure {

using AddressGroups = std::vector<std::vector<std::uint64_t>>;

/// The index that puts the addresses of each group into one set, and most groups into sets of their own: one set, a linear one over
/// GF(2) (what differs between addresses of a set spans the kernel), or a modulus over granules (numbers of granules in a set differ by
/// multiples of it). Nothing where neither does. `unit`: what one address stands for, a power of two; `bits`: address bits that vary.
/// It is a hypothesis: addresses that were not used must confirm it.
std::optional<inference::SetIndex> index_of_groups(const AddressGroups& groups, std::uint64_t unit, std::uint64_t bits);

}  // namespace chasescope::structure
