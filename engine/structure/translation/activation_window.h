// The activation window: page tables may be active for one aligned window of memory at a time, so that a page walk into another
// window takes longer.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "engine/structure/translation/translation_levels.h"

namespace chasescope::structure {

struct ActivationWindow {
  std::uint64_t bytes = 0;       ///< a power of two
  double penalty = 0;            ///< cycles that a change of the window adds to a page walk
  RunPtr run;                    ///< a walk over pages of two windows in turn
  bool of_every_access = false;  ///< every access that leaves the window pays, not only page walks (switched_window.h)
};

/// Walks the pages once more in the given order. No value if they can't be walked.
using Rewalk = std::function<std::optional<Walk>(const Addresses&)>;

/// The window that `walks` show (2014 paper §4.2, pattern 6). `above` are the latencies above those of a hit in the nearest TLB (up
/// to `data_high` cycles). The largest of them must be that of a window change: exactly those page walks have it that enter another
/// window than the page walk before them. This must also hold if pages of two windows are visited in turn, at every distance
/// between the windows. Otherwise a TLB with pages as large as the window may be the cause: it would hold both pages, at least if
/// they are in different sets. `limit`: bytes that can be walked. `sigma`: spread of the noise in cycles, 0 without noise.
std::optional<ActivationWindow> find_activation_window(const std::vector<PagesWalked>& walks, const std::vector<SeenLevel>& above,
                                                       double data_high, double sigma, std::uint64_t limit, const Rewalk& rewalk);

/// Whether many more accesses have the largest latency if a walk's pages are visited in random order. Then that latency depends on
/// the page before, and is not a TLB miss of the page itself. False if it can't be decided.
bool is_of_the_order(const std::vector<PagesWalked>& walks, const std::vector<SeenLevel>& above, double data_high, double sigma,
                     const Rewalk& rewalk);

/// The distance (bytes, a power of two) that hardly any two page walks in a row fall short of. Every page walk that was seen may
/// then have entered another window of that size. 0 if no page walk is seen.
std::uint64_t distance_of_walks(const std::vector<PagesWalked>& walks, const std::vector<SeenLevel>& above, double data_high,
                                double sigma);

/// Reorders `pages` (distinct, ascending): pages of window i in turn with pages of window i + `apart`, pair of windows by pair.
/// Only windows with pages count, and each is in one pair. The pages that are left come last.
Addresses in_turn(const Addresses& pages, std::uint64_t window_bytes, std::size_t apart);

}  // namespace chasescope::structure
