// Whether chases confirm the structure that was found of a cache (put_to_test.h). A structure that they contradict is removed.
#pragma once

#include "engine/structure/shape/cache_report.h"
#include "engine/structure/shape/put_to_test.h"

namespace chasescope::structure {

/// The structure of a cache, ready for predictions. A miss brings the survey's fetch size, or else the line.
ToldCache told_of(const Survey& survey, std::size_t level, const inference::SetIndex& index, std::vector<std::uint32_t> ways,
                  std::uint64_t line_bytes);

/// Whether chases confirm sets and ways; `outcome` has the contradictions. A policy that chases contradict is removed here, with a
/// reason, and so is a structure that predicts nothing and therefore can't be tested. A structure that can't be tested for other
/// reasons stays, because it has evidence of its own.
/// \pre the cache is empty when a chase begins
bool is_borne_out(Lab& lab, const Survey& survey, CacheReport& report, TestOutcome& outcome);

/// Removes the whole structure of the cache from the report, and everything that was derived from it.
void take_back(CacheReport& report, const TestOutcome& outcome);

}  // namespace chasescope::structure
