// How many pages each level of translation holds, as far as a spectrum needs to know: the latency of a data hit over the number of
// pages that are visited in turn (2014 paper §4.2, figures 10 and 11).
#pragma once

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "engine/experiment/sweep_runner.h"
#include "engine/probe/sweeps/swept_space.h"

namespace chasescope {

/// How much is spent on what a pattern must know: all that tells it, or one warm-up pass and few tries, as for a picture.
enum class Thoroughness { all, picture };

/// Lines in pages, so that the data caches and the TLBs see what the caller wants: `pages` pages are visited in turn, round after
/// round, each round another line of each.
struct PageLines {
  std::uint64_t first_page = 0;
  std::uint64_t pages = 1;
  std::uint64_t page_stride = 0;  ///< bytes from page to page
  std::uint64_t line_stride = 0;  ///< bytes from place to place; at least what one miss brings
  /// Byte offset of element `element` of line `line` of page `page`. Neighbouring pages use neighbouring places, so that their
  /// lines lie in different sets.
  std::uint64_t offset(std::uint64_t page, std::uint64_t line, std::uint64_t element) const {
    const std::uint64_t places = page_stride / line_stride;
    return (first_page + page) * page_stride + (page + line * pages) % places * line_stride + element * 4;
  }
  std::uint64_t places() const { return page_stride / line_stride; }
  /// Lines of one page that are different: more would come back to the first.
  std::uint64_t lines() const { return places() / std::gcd(pages, places()); }
};

/// What a number of pages showed.
struct PagePoint {
  std::uint64_t pages = 0;
  double first_cycles = 0;   ///< median of the first access to each page
  double second_cycles = 0;  ///< median of the one after it, to another line of the same page: its translation is at hand
  bool clean = false;        ///< nearly all first accesses took as long, and nearly all second ones
  RunPtr run;
};

struct PageSurvey {
  std::vector<PagePoint> points;  ///< ascending
  /// For each level of translation that shows, nearest first: how many pages to visit in turn for accesses to hit there. Empty if
  /// not even the nearest shows.
  std::vector<std::uint64_t> pages_for_level;
};

/// Each page is visited by two accesses in a row, to lines that the last data cache holds. The first pays for the translation, the
/// second does not; where the second is slow too, lines were lost and not translations, and the survey ends.
Outcome<PageSurvey> survey_pages(SweepRunner& runner, const ChaseRequest& base, const SweptSpace& space, std::uint64_t page_stride,
                                 std::uint64_t limit, Thoroughness thoroughness);

}  // namespace chasescope
