// Finds the set index from one minimal overflowing set: a function that predicts the sets of addresses that were never asked about.
#pragma once

#include <functional>
#include <vector>

#include "engine/inference/sets/set_index.h"
#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

/// The set index behind `overflowing` (a minimal overflowing set of lines of `line_bytes`). Tries `guesses`, then a linear index
/// over GF(2) (address bits and XORs of them), then a modulus, and at last lists the sets of a range one by one. The result has
/// rightly predicted the sets of addresses that were not used to find it. `accept` may refuse a candidate that predicted well.
/// Throws Undecided.
inference::SetIndex solve_index(Tester& tester, const Addresses& overflowing, std::uint64_t line_bytes, std::vector<RunPtr>& runs,
                                const std::function<bool(const inference::SetIndex&)>& accept,
                                const std::vector<inference::SetIndex>& guesses = {});

}  // namespace chasescope::structure
