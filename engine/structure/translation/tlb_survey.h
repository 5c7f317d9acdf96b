// How many levels of translation there are, and what missing each takes.
#pragma once

#include "engine/structure/translation/activation_window.h"
#include "engine/structure/translation/page_walk.h"

namespace chasescope::structure {

/// Translation that was answered by one level.
struct TranslationLevel {
  inference::Band latency;  ///< raw cycles, data from the same level throughout
  Addresses shown_at;       ///< the fewest pages of the sweep among which some took this long; empty for the nearest TLB
  RunPtr shown_by;
  Addresses many;  ///< in noise: pages of which many took this long in every pass
};

struct TlbSurvey {
  std::vector<TranslationLevel> levels;  ///< [0]: the nearest TLB hits; [j]: the j nearest miss
  std::optional<ActivationWindow> window;
  std::vector<double> data_parts{
      0};  ///< how much longer the data of some pages take (cycles; data_parts.h), a tick of the clock included
  bool last_is_of_the_order = false;  ///< the last level may be a window that was not found, and no TLB
  std::uint64_t reached_bytes = 0;    ///< the sweep covered addresses up to here
  std::size_t most_pages = 0;         ///< and up to so many pages at a time
};

/// Sweeps over more and more pages, up to `most_pages` of them, spread over all memory that can be had. Throws Undecided.
TlbSurvey survey_translation(PageWalk& pages, std::size_t most_pages = std::size_t{1} << 16);

}  // namespace chasescope::structure
