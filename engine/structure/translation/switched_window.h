// A window of memory that is left costs every access that leaves it, whether or not a TLB has the page.
//
// Such a window looks like a TLB of one entry: any two pages of two windows evict each other. But behind the one entry of a TLB
// nothing is looked up, while within a window TLBs miss as they do elsewhere. (2014 paper §4.2: page tables that are active for
// 512 MB at a time. Where only page walks are slow to leave a window, find_activation_window() tells it.)
#pragma once

#include <optional>

#include "engine/structure/translation/activation_window.h"
#include "engine/structure/translation/page_walk.h"

namespace chasescope::structure {

/// The window (a power of two, bytes), if pages of any two aligned blocks of that size, visited in turn, always take longer, those
/// of a block never do where they are few, and many pages of one block miss something all the same. Its penalty is what changing
/// blocks takes by itself.
std::optional<ActivationWindow> find_switched_window(PageWalk& pages);

}  // namespace chasescope::structure
