// Where one cache is outgrown, and its lines, sets and ways.
#pragma once

#include "engine/structure/shape/cache_report.h"
#include "engine/structure/testers/data_tester.h"

namespace chasescope::structure {

/// The budget of one step for one cache.
inline constexpr Most kForCache{.accesses = 600'000'000, .cycles = 4e8};

/// Whether the cache in front fetches blocks that may be several lines of this cache, in several sets.
bool asked_for_in_blocks(const Survey& survey, std::size_t cache, const CacheShape& shape);

/// Fills in `outgrown` and `shape`, or why they are not known. Does not throw Undecided; DeviceFailure passes through.
void look_for_shape(Lab& lab, const Survey& survey, DataTester& tester, CacheReport& report);

/// Walks and sets are measured separately, so that each confirms the other. Removes the footprint if the sets contradict it.
/// `unit`: the distance (bytes) of two places that can be read separately.
void withhold_what_sets_deny(CacheReport& report, std::uint64_t unit);

}  // namespace chasescope::structure
