// The sections of the summary.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/session/summary/summary_finder.h"

namespace chasescope {

/// The parts of each SM: shared memory, L1, constant and instruction caches, the way to another SM's shared memory.
SummarySection sm_section(const SummaryFinder& finder);
/// The parts of the chip: L2, L3 and memory.
SummarySection chip_section(const SummaryFinder& finder);
SummarySection translation_section(const SummaryFinder& finder);
SummarySection conflicts_section(const SummaryFinder& finder);
SummarySection requests_section(const SummaryFinder& finder);

/// What the summary says of each row besides the numbers for which a table has columns (sizes, sets, ways, lines, policies and
/// latencies), as a sentence, by the row's id: "At carve-out 0 %; fetches 32 B.".
std::map<std::string, std::string> notes_by_row(const Session& session);

/// The short name of a subject in a row: "L1 data".
std::string short_subject(const std::string& subject);
/// Whether the subject is the same array as the L1, so that it has the L1's size.
bool is_part_of_l1(const SummaryFinder& finder, const std::string& subject);

}  // namespace chasescope
