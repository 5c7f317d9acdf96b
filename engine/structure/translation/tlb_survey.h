// How many levels of translation there are, and the latency of a miss in each.
#pragma once

#include "engine/structure/translation/activation_window.h"
#include "engine/structure/translation/page_walk.h"

namespace chasescope::structure {

/// Accesses whose translation came from one level.
struct TranslationLevel {
  inference::Band latency;  ///< raw cycles; the data come from the same level throughout
  Addresses shown_at;       ///< the pages of the smallest walk in which some had this latency; empty for the nearest TLB
  RunPtr shown_by;
  Addresses many;  ///< in noise: the pages of a walk in which many had this latency in every pass
};

struct TlbSurvey {
  std::vector<TranslationLevel> levels;  ///< [0]: the nearest TLB hits; [j]: the j nearest TLBs miss
  std::optional<ActivationWindow> window;
  std::vector<double> data_parts{
      0};  ///< how much longer the data of some pages take (cycles; data_parts.h); a tick of the clock is one of these
  bool last_is_of_the_order = false;  ///< the last level may be an undiscovered window, and no TLB
  /// Unless a window was found: how far apart (bytes) page walks in a row were at least; 0 if that is unknown.
  std::uint64_t walks_apart = 0;
  std::uint64_t reached_bytes = 0;    ///< the sweep covered addresses up to this
  std::size_t most_pages = 0;         ///< the largest number of pages in one walk of the sweep
};

/// Sweeps over more and more pages, up to `most_pages`, spread over all memory that can be used. Throws Undecided.
TlbSurvey survey_translation(PageWalk& pages, std::size_t most_pages = std::size_t{1} << 16);

}  // namespace chasescope::structure
