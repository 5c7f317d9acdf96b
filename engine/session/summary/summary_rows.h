// The sections of the summary.
#pragma once

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

/// The short name of a subject in a row: "L1 data".
std::string short_subject(const std::string& subject);
/// Whether the subject is the same array as the L1, so that it has the L1's size.
bool is_part_of_l1(const SummaryFinder& finder, const std::string& subject);

}  // namespace chasescope
