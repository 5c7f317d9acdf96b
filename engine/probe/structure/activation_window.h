// Page tables may be active for one aligned window of memory at a time: a walk that leads into another one takes longer.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "engine/probe/structure/translation_levels.h"

namespace chasescope::structure {

struct ActivationWindow {
  std::uint64_t bytes = 0;  ///< a power of two
  double penalty = 0;       ///< cycles that a switch takes on top of walking the page table
  std::vector<RunPtr> runs;
};

/// Walks pages once more, in the order given; nothing if they can't be walked.
using Rewalk = std::function<std::optional<Walk>(const Addresses&)>;

/// The window that `walks` show (2014 paper §4.2, pattern 6), if the uppermost of the latencies `above` those of the nearest TLB
/// (up to `data_high` cycles) is that of a switch: where every access walks the page table in ascending order, only those take it
/// that enter a window, in `enough` walks at least; and if the same pages are visited in turn from one window and another, all
/// take it.
std::optional<ActivationWindow> find_activation_window(const std::vector<PagesWalked>& walks, const std::vector<SeenLevel>& above,
                                                       double data_high, std::size_t enough, const Rewalk& rewalk);

/// `pages` in an order in which each is of another window of `bytes` than the one before, the last and the first too; as many of
/// them as can be.
Addresses alternating(const Addresses& pages, std::uint64_t bytes);

}  // namespace chasescope::structure
