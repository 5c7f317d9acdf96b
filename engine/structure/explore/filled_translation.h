// Explores translation on a device that can map one piece of memory at many addresses. Reach then costs no memory, and all data
// come from the same line, so that translation alone is timed (engine/structure/trials/filled_tlb.h). It goes TLB by TLB: the pages
// that overflow one of them show the latency of the next.
#pragma once

#include "engine/structure/explore/tlb_explore.h"

namespace chasescope::structure {

/// Whether the device can map one piece of memory at many addresses.
bool can_fill(const Description& device);

/// The TLBs, nearest first, up to the first that could not be found. Its `undecided` has the reason, unless walks over real memory
/// could not find it either. `survey`: of the data levels. Throws Undecided.
TranslationReport filled_translation(Lab& lab, const Survey& survey);

/// Adds to `report` what `filled` knows of the same TLBs, which are those with the same miss latency. Where the two contradict each
/// other, the quantity is withheld.
void complete(TranslationReport& report, const TranslationReport& filled);

}  // namespace chasescope::structure
