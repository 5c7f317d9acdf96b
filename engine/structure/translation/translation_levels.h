// The levels of translation that show in walks over pages: groups of latencies, each with its translation from another place.
#pragma once

#include <vector>

#include "engine/structure/translation/page_walk.h"

namespace chasescope::structure {

/// The distance of two levels, in standard deviations of the noise, from which on single accesses separate them. Closer levels are
/// separated by pages that have the same latency in every pass, and questions about them take as many passes as necessary
/// (frequent_noise.h). A replacement policy or a window shows in single accesses only.
inline constexpr double kSigmasApart = 3.5;

/// Pages and a walk over them.
struct PagesWalked {
  Addresses pages;
  Walk walk;
};

/// A group of latencies that stands out.
struct SeenLevel {
  double median = 0, low = 0, high = 0;  ///< cycles
  std::size_t weight = 0;                ///< accesses (or pages) of the group
  Addresses pages;                       ///< of the smallest walk that showed it
  RunPtr run;
  Addresses many;  ///< in noise: of a walk, not too long, in which most pages showed it
};

/// Without noise: every latency that occurs too often to be an accident, ascending. Latencies within `resolution` (cycles) are one.
std::vector<SeenLevel> levels_of_accesses(const std::vector<PagesWalked>& walks, double resolution);

/// In noise: latencies of pages that have the same one in every pass, measured by the mean of many passes, ascending.
/// \pre drift was removed from the walks.
/// Throws Undecided if too many accesses belong to none of them. If the walks hold means of several accesses (`of_means`), a value
/// between two levels is taken for a mixture of both.
std::vector<SeenLevel> levels_of_pages(const std::vector<PagesWalked>& walks, const inference::LatencyNoise& noise, bool of_means);

}  // namespace chasescope::structure
