// The words under the rows of the screen.
#pragma once

#include <string>
#include <vector>

#include "engine/session/summary/summary_finder.h"

namespace chasescope {

/// Its interval is so wide that its digits can't stand alone.
bool has_wide_interval(const SummaryNumber& size);

/// Line and fetch, sets and ways, policy, and which other arrays it is.
std::vector<SummaryNote> cache_notes(const SummaryFinder& finder, const std::string& subject);
std::vector<SummaryNote> tlb_notes(const SummaryFinder& finder, const std::string& subject);
/// "32 banks of 4 B".
std::vector<SummaryNote> bank_notes(const SummaryFinder& finder);
/// "MSHR, 45 entries", "at least 199 in flight in an SM".
std::vector<SummaryNote> request_notes(const SummaryFinder& finder);

}  // namespace chasescope
