// Translation on a device that can show one piece of memory at many addresses: reach then costs no memory, and data always come
// from the same line, so that nothing but translation is timed (structure/filled_tlb.h). TLB by TLB: the pages that overflow one of
// them show what the next one answers.
#pragma once

#include "engine/structure/explore/tlb_explore.h"

namespace chasescope::structure {

/// Whether the device can do that.
bool can_fill(const Description& device);

/// The TLBs, nearest first, up to the first that is not told: `undecided` says why, unless walks over the memory that there is
/// can't tell it either. `survey`: of the data levels. Throws Undecided.
TranslationReport filled_translation(Lab& lab, const Survey& survey);

/// Takes from `filled` what `report` does not tell of the same TLBs: those whose miss takes as long. What the two tell otherwise is
/// told no more.
void complete(TranslationReport& report, const TranslationReport& filled);

}  // namespace chasescope::structure
