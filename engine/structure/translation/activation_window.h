// Page tables may be active for one aligned window of memory at a time: a walk that leads into another one takes longer.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "engine/structure/translation/translation_levels.h"

namespace chasescope::structure {

struct ActivationWindow {
  std::uint64_t bytes = 0;       ///< a power of two
  double penalty = 0;            ///< cycles that a switch takes on top of walking the page table
  RunPtr run;                    ///< pages of two windows in turn
  bool of_every_access = false;  ///< not only of page walks (switched_window.h)
};

/// Walks pages once more, in the order given; nothing if they can't be walked.
using Rewalk = std::function<std::optional<Walk>(const Addresses&)>;

/// The window that `walks` show (2014 paper §4.2, pattern 6), if the uppermost of the latencies `above` those of the nearest TLB
/// (up to `data_high` cycles) is that of a switch: those accesses take it that walk the page table into another window than the
/// access before that walked it, and no others; and it is so if pages are visited in turn from two windows, however far apart these
/// are. A TLB with pages as large as the window would hold two of them, of different sets if not of one. `limit` (bytes) is how
/// much can be walked; `sigma` (cycles) is what noise spreads latencies by, 0 without noise.
std::optional<ActivationWindow> find_activation_window(const std::vector<PagesWalked>& walks, const std::vector<SeenLevel>& above,
                                                       double data_high, double sigma, std::uint64_t limit, const Rewalk& rewalk);

/// Whether many more accesses take the uppermost latency if the pages of a walk are visited in a mixed order: then it is a matter
/// of what was visited before, and not of a TLB that misses these pages. False if that can't be told.
bool is_of_the_order(const std::vector<PagesWalked>& walks, const std::vector<SeenLevel>& above, double data_high, double sigma,
                     const Rewalk& rewalk);

/// `pages`, distinct and ascending, in another order: those of window i in turn with those of window i + `apart` (of the windows
/// that have pages, each of one pair), pair after pair; then those that are left.
Addresses in_turn(const Addresses& pages, std::uint64_t window_bytes, std::size_t apart);

}  // namespace chasescope::structure
