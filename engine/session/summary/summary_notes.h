// The notes under the rows of the summary.
#pragma once

#include <string>
#include <vector>

#include "engine/session/summary/summary_finder.h"

namespace chasescope {

/// Whether the interval of a size is so wide that its digits need an "about".
bool has_wide_interval(const SummaryNumber& size);

/// Whether notes name sets, ways, line and policy. A table has columns for these.
enum class Sets { told, in_columns };

/// Notes on a cache: line and fetch size, sets and ways, policy, and the other caches that are the same array.
std::vector<SummaryNote> cache_notes(const SummaryFinder& finder, const std::string& subject, Sets sets = Sets::told);
std::vector<SummaryNote> tlb_notes(const SummaryFinder& finder, const std::string& subject, Sets sets = Sets::told);
/// "32 banks of 4 B".
std::vector<SummaryNote> bank_notes(const SummaryFinder& finder);
/// "MSHR, 45 entries", "at least 199 in flight in an SM".
std::vector<SummaryNote> request_notes(const SummaryFinder& finder);

}  // namespace chasescope
