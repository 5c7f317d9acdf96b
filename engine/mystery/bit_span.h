// What index functions have in common: each bit of a set number is the XOR of some address bits, and two functions put the same
// lines together if the one's bits are XORs of the other's. So they are compared as spaces over the field of two elements.
#pragma once

#include <vector>

namespace chasescope::mystery {

using BitGroups = std::vector<std::vector<unsigned>>;

/// How many of them are independent of each other.
unsigned rank_of(const BitGroups& groups);

/// The dimension of what both span.
unsigned shared_rank(const BitGroups& a, const BitGroups& b);

}  // namespace chasescope::mystery
