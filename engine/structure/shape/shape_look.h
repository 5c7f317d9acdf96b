// Where one cache is outgrown, and its lines, sets and ways.
#pragma once

#include "engine/structure/shape/cache_report.h"
#include "engine/structure/testers/data_tester.h"

namespace chasescope::structure {

/// What a step may spend on one cache.
inline constexpr Most kForCache{.accesses = 600'000'000, .cycles = 4e8};

/// Whether the cache in front asks for so much at a time that it may be several lines of this one, in several sets.
bool asked_for_in_blocks(const Survey& survey, std::size_t cache, const CacheShape& shape);

/// Fills outgrown, shape and why they are not known in. Does not throw Undecided; DeviceFailure passes through.
void look_for_shape(Lab& lab, const Survey& survey, DataTester& tester, CacheReport& report);

/// Walks and sets are asked for apart from each other, so that they bear each other out: takes the footprint back that sets deny.
/// `unit`: the steps, in bytes, in which what is read may come.
void withhold_what_sets_deny(CacheReport& report, std::uint64_t unit);

}  // namespace chasescope::structure
