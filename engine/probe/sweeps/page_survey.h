// Finds how many pages each level of translation holds, as exactly as a spectrum needs it: the latency of a data hit over the
// number of pages that are visited in turn (2014 paper §4.2, figures 10 and 11).
#pragma once

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "engine/experiment/sweep_runner.h"
#include "engine/probe/sweeps/swept_space.h"

namespace chasescope {

/// How much effort goes into the numbers that a pattern needs: all that is necessary, or one warm-up pass and few attempts, which
/// is enough for a picture.
enum class Thoroughness { all, picture };

/// Places lines in pages, so that the caller controls separately which data cache and which TLB hits. `pages` pages are visited in
/// turn, round after round, and each round reads another line of each page.
struct PageLines {
  std::uint64_t first_page = 0;
  std::uint64_t pages = 1;
  std::uint64_t page_stride = 0;  ///< bytes from page to page
  std::uint64_t line_stride = 0;  ///< bytes from one place for a line to the next; at least the fetch size of a miss
  /// Byte offset of element `element` of line `line` of page `page`. Neighbouring pages use neighbouring places within the page, so
  /// that their lines fall into different sets.
  std::uint64_t offset(std::uint64_t page, std::uint64_t line, std::uint64_t element) const {
    const std::uint64_t places = page_stride / line_stride;
    return (first_page + page) * page_stride + (page + line * pages) % places * line_stride + element * 4;
  }
  std::uint64_t places() const { return page_stride / line_stride; }
  /// The number of different lines of one page; further lines would repeat the first ones.
  std::uint64_t lines() const { return places() / std::gcd(pages, places()); }
};

/// The result for one number of pages.
struct PagePoint {
  std::uint64_t pages = 0;
  double first_cycles = 0;   ///< median of the first access to each page
  double second_cycles = 0;  ///< median of the second access to the page, to another line; its translation is in the nearest TLB
  bool clean = false;        ///< whether nearly all first accesses, and nearly all second ones, lie near their median
  RunPtr run;
};

struct PageSurvey {
  std::vector<PagePoint> points;  ///< ascending
  /// For each level of translation that was found, nearest first: how many pages to visit in turn so that accesses hit there. Empty
  /// if not even the nearest was found.
  std::vector<std::uint64_t> pages_for_level;
};

/// Visits each page by two accesses in a row, to lines that the last data cache holds. Only the first access of a pair pays for the
/// translation. If the second gets slow too, data lines were evicted, and the survey ends there.
Outcome<PageSurvey> survey_pages(SweepRunner& runner, const ChaseRequest& base, const SweptSpace& space, std::uint64_t page_stride,
                                 std::uint64_t limit, Thoroughness thoroughness);

}  // namespace chasescope
