// Compares index functions. Each bit of a set number is the XOR of some address bits. Two functions put the same lines together if
// the bits of the one are XORs of the bits of the other. So the functions are compared as vector spaces over the field of two
// elements.
#pragma once

#include <vector>

namespace chasescope::mystery {

using BitGroups = std::vector<std::vector<unsigned>>;

/// The rank: how many of the groups are linearly independent.
unsigned rank_of(const BitGroups& groups);

/// The dimension of the intersection of the two spaces.
unsigned shared_rank(const BitGroups& a, const BitGroups& b);

}  // namespace chasescope::mystery
