// Whether chases bear out what was told of a cache (put_to_test.h), and what becomes of it where they don't.
#pragma once

#include "engine/structure/shape/cache_report.h"
#include "engine/structure/shape/put_to_test.h"

namespace chasescope::structure {

/// What was told of a cache, ready to foretell: a miss brings what the survey says, or the line.
ToldCache told_of(const Survey& survey, std::size_t level, const inference::SetIndex& index, std::vector<std::uint32_t> ways,
                  std::uint64_t line_bytes);

/// Whether sets and ways stand; `outcome` says what denied them. Takes back by itself, with a reason, a policy that chases deny,
/// and what foretells nothing and so can't be denied. What can't be tested for other reasons stands: its own evidence is all there
/// is. \pre the cache is empty when a chase begins.
bool is_borne_out(Lab& lab, const Survey& survey, CacheReport& report, TestOutcome& outcome);

/// Takes all of its structure back, and what was derived from it.
void take_back(CacheReport& report, const TestOutcome& outcome);

}  // namespace chasescope::structure
