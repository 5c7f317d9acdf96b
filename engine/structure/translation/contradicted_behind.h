// Tests the structure of a TLB behind other TLBs with pages that were not used to find it.
// Decision 53: docs/decisions/inference/53-tlbs-behind-larger-ones.md
#pragma once

#include <string>
#include <vector>

#include "engine/structure/sets/cache_solver.h"
#include "engine/structure/translation/tlb_tester.h"

namespace chasescope::structure {

/// A sentence on the prediction of `shape` that failed; empty if none failed. `in_front`: the largest page of the TLBs in front
/// (bytes). `unit`: the smallest page that was considered when the structure was found (bytes). The function restores the pages
/// that the tester reads with its questions. Throws Undecided if the questions can't be asked.
std::string contradicted_behind(TlbTester& tester, const std::vector<const CacheShape*>& fronts, const CacheShape& shape,
                                std::uint64_t in_front, std::uint64_t unit);

}  // namespace chasescope::structure
