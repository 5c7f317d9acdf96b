// The sections of the screen.
#pragma once

#include <vector>

#include "engine/session/summary/summary_finder.h"

namespace chasescope {

/// What lies in each SM: shared memory, L1, constants, instructions, the way to another SM's shared memory.
SummarySection sm_section(const SummaryFinder& finder);
/// L2, L3 and memory.
SummarySection chip_section(const SummaryFinder& finder);
SummarySection translation_section(const SummaryFinder& finder);
SummarySection conflicts_section(const SummaryFinder& finder);
SummarySection requests_section(const SummaryFinder& finder);

/// The words of a subject in a row: "L1 data".
std::string short_subject(const std::string& subject);
/// The subject is an array of the L1 as well, which has its size.
bool is_part_of_l1(const SummaryFinder& finder, const std::string& subject);

}  // namespace chasescope
