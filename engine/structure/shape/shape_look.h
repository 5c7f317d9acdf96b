// Finds the footprint that outgrows one cache, and the cache's lines, sets and ways.
#pragma once

#include "engine/structure/shape/cache_report.h"
#include "engine/structure/testers/data_tester.h"

namespace chasescope::structure {

/// The budget of one step for one cache.
inline constexpr Most kForCache{.accesses = 600'000'000, .cycles = 4e8};

/// Whether the cache in front may fetch several lines of this cache at once, which lie in several sets.
bool asked_for_in_blocks(const Survey& survey, std::size_t cache, const CacheShape& shape);

/// Fills in `outgrown` and `shape`, or why they are not known. Does not throw Undecided; DeviceFailure passes through.
void look_for_shape(Lab& lab, const Survey& survey, DataTester& tester, CacheReport& report);

/// Compares the largest contiguous footprint of the walks with the sets, which were measured separately. Removes the footprint if
/// the sets contradict it, and also the ways if a walk without a miss is longer than the sets allow. `unit`: the distance (bytes)
/// of two places that can be read separately.
void withhold_what_sets_deny(CacheReport& report, std::uint64_t unit);

}  // namespace chasescope::structure
