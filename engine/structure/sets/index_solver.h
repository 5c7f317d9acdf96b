// Which address bits choose the set: from one minimal overflowing set to an index function that predicts sets of addresses never
// asked.
#pragma once

#include <functional>
#include <vector>

#include "engine/inference/sets/set_index.h"
#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

/// The set index behind `overflowing` (a minimal overflowing set of lines of `line_bytes`). Tries a linear index over GF(2) (bit
/// fields, XOR of bits), then a modulus over granules, then lists the sets of a range one by one; what it returns has predicted
/// addresses that it was not made from. Throws Undecided. `accept` is asked of each candidate that predicted well, and may turn it
/// down. `guesses` are candidates that come before those.
inference::SetIndex solve_index(Tester& tester, const Addresses& overflowing, std::uint64_t line_bytes, std::vector<RunPtr>& runs,
                                const std::function<bool(const inference::SetIndex&)>& accept,
                                const std::vector<inference::SetIndex>& guesses = {});

}  // namespace chasescope::structure
