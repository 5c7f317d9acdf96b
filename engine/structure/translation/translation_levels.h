// The latencies that stand out in walks over pages: what an access takes with its translation from one place or another.
#pragma once

#include <vector>

#include "engine/structure/translation/page_walk.h"

namespace chasescope::structure {

/// Single accesses tell levels apart that lie so many standard deviations of the noise from each other. Levels that lie nearer are
/// told by pages that take as long in every pass, and questions about them by as many passes as it takes (frequent_noise.h); but a
/// policy or a window shows in single accesses alone.
inline constexpr double kSigmasApart = 3.5;

/// Walks over pages and what they showed.
struct PagesWalked {
  Addresses pages;
  Walk walk;
};

/// A latency that stands out.
struct SeenLevel {
  double median = 0, low = 0, high = 0;  ///< cycles
  std::size_t weight = 0;                ///< accesses or pages that tell the median
  Addresses pages;                       ///< of a walk that showed it, in noise of one with few pages
  RunPtr run;
  Addresses many;  ///< in noise: of the walk, not too long, in which most pages showed it
};

/// Without noise: every latency that a walk shows often enough to be no accident, ascending. Latencies no farther apart than
/// `resolution` (cycles) are one.
std::vector<SeenLevel> levels_of_accesses(const std::vector<PagesWalked>& walks, double resolution);

/// In noise: latencies of pages that take the same in every pass, told by the mean of many passes, ascending. \pre the walks are
/// without drift. Throws Undecided if too many accesses took neither of them; if the walks hold means of several accesses
/// (`of_means`), what lies between two levels is taken for some of each.
std::vector<SeenLevel> levels_of_pages(const std::vector<PagesWalked>& walks, const inference::LatencyNoise& noise, bool of_means);

}  // namespace chasescope::structure
