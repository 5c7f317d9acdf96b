// Explores translation on a device that can map one piece of memory at many addresses. A large address range then costs no memory,
// and all data come from the same line, so that translation alone is timed (engine/structure/trials/filled_tlb.h). The TLBs are
// explored one by one: the pages that overflow one TLB show the latency of the next.
#pragma once

#include "engine/structure/explore/tlb_explore.h"

namespace chasescope::structure {

/// Whether the device can map one piece of memory at many addresses.
bool can_fill(const Description& device);

/// The TLBs, nearest first, up to the first that could not be found. Its `undecided` has the reason, unless walks over real memory
/// could not find it either. `survey`: of the data levels. Throws Undecided.
TranslationReport filled_translation(Lab& lab, const Survey& survey);

/// Adds to `report` the results of `filled` for the same TLBs, which are those with the same miss latency. If the two contradict
/// each other on a quantity, it is withheld.
void complete(TranslationReport& report, const TranslationReport& filled);

}  // namespace chasescope::structure
