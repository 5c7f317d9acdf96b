// A window of memory whose change costs every access that leaves it, whether or not a TLB holds the page.
//
// Such a window looks like a TLB of one entry: any two pages of two windows evict each other. But behind a TLB of one entry, each
// miss would go to another level, while within a window the TLBs hit and miss as they do elsewhere. (2014 paper §4.2: page tables
// are active for 512 MB at a time. If only page walks are slow to leave a window, find_activation_window() finds it.)
#pragma once

#include <optional>

#include "engine/structure/translation/activation_window.h"
#include "engine/structure/translation/page_walk.h"

namespace chasescope::structure {

/// The window (a power of two, bytes). Pages of any two aligned blocks of that size, visited in turn, must always take longer; few
/// pages of one block never do; and many pages of one block must miss some TLB all the same. The penalty is the cost of the change
/// alone.
std::optional<ActivationWindow> find_switched_window(PageWalk& pages);

}  // namespace chasescope::structure
