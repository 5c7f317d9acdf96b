// Findings about translation.
#pragma once

#include "engine/findings/finding.h"
#include "engine/structure/explore/tlb_explore.h"

namespace chasescope::structure {

/// page_bytes, entries, sets, ways or ways_per_set, set index, reach_bytes and miss_penalty_cycles of each TLB;
/// activation_window_bytes.
std::vector<Finding> tlb_findings(Lab& lab, const TranslationReport& report);

}  // namespace chasescope::structure
