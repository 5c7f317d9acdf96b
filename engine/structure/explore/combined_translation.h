// Joins the reports on translation of two kinds of walk: over lines that stay in a cache, and over lines that are read only once.
#pragma once

#include "engine/structure/explore/tlb_explore.h"

namespace chasescope::structure {

/// Takes each TLB from the walk that decided it. If both did, they must agree. If they differ on a TLB, no TLB behind it is
/// reported, because the two walks may number them differently.
TranslationReport combined(TranslationReport cached, TranslationReport uncached);

}  // namespace chasescope::structure
