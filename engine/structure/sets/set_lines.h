// Lists lines of the sets of an index.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/inference/sets/set_index.h"
#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

/// Thrown if the memory does not hold enough lines of every set. Two sets of the index may then really be one set.
struct SetsNotFilled : Undecided {
  using Undecided::Undecided;
};

struct SetLines {
  Addresses lines;
  std::vector<std::uint32_t> set;  ///< the set of each line
};

/// As many lines of each set as `counts` says, lowest addresses first. Throws SetsNotFilled if there are not enough lines below
/// `limit` (bytes), and Undecided if the index is a list that ends at lower addresses.
SetLines lines_of_sets(const inference::SetIndex& index, std::uint64_t line_bytes, const std::vector<std::uint32_t>& counts,
                       std::uint64_t limit);

}  // namespace chasescope::structure
