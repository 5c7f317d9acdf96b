// One report on translation from two kinds of walk: over lines that stay in a cache, and over lines that are read but once.
#pragma once

#include "engine/structure/explore/tlb_explore.h"

namespace chasescope::structure {

/// Each TLB from whichever walk decided it. Where both decided they must say the same, and no TLB behind one that they differ on is
/// told: they may not count alike.
TranslationReport combined(TranslationReport cached, TranslationReport uncached);

}  // namespace chasescope::structure
