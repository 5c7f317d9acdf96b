#include "engine/inference/footprint_search.h"

#include <algorithm>

namespace chasescope::inference {
namespace {

std::uint64_t rounded_up(std::uint64_t bytes, std::uint64_t step) { return (bytes + step - 1) / step * step; }

}  // namespace

FootprintSearch search_by_doubling(const FootprintRange& range, const AskFootprint& ask) {
  FootprintSearch search;
  const std::uint64_t limit = range.limit / range.step * range.step;
  std::uint64_t bytes = std::max(rounded_up(range.from, range.step), range.step);
  for (; bytes <= limit;) {
    const auto fit = ask(bytes);
    if (!fit || *fit == Fit::unclear) {
      search.end = fit ? FootprintSearch::End::unclear : FootprintSearch::End::refused;
      return search;
    }
    if (*fit == Fit::misses) {
      search.end = search.largest_fit == 0 ? FootprintSearch::End::nothing : FootprintSearch::End::narrowed;
      if (search.largest_fit != 0) search.bracket = FootprintBracket{search.largest_fit, bytes};
      return search;
    }
    search.largest_fit = bytes;
    if (bytes == limit) break;
    bytes = bytes > limit / 2 ? limit : 2 * bytes;
  }
  search.end = FootprintSearch::End::limit;
  return search;
}

FootprintSearch search_by_bisection(FootprintBracket bracket, std::uint64_t step, const AskFootprint& ask) {
  FootprintSearch search{FootprintSearch::End::narrowed, bracket, bracket.fits};
  while (search.bracket->misses - search.bracket->fits > step) {
    const std::uint64_t steps = (search.bracket->misses - search.bracket->fits) / step;
    const std::uint64_t middle = search.bracket->fits + std::max<std::uint64_t>(steps / 2, 1) * step;
    const auto fit = ask(middle);
    if (!fit || *fit == Fit::unclear) {
      search.end = fit ? FootprintSearch::End::unclear : FootprintSearch::End::refused;
      return search;
    }
    (*fit == Fit::fits ? search.bracket->fits : search.bracket->misses) = middle;
    search.largest_fit = search.bracket->fits;
  }
  return search;
}

std::vector<std::uint64_t> sequential_footprints(const FootprintBracket& bracket, std::uint64_t step, std::size_t each_side,
                                                 std::uint64_t limit) {
  std::vector<std::uint64_t> footprints;
  for (std::size_t i = 0; i < each_side && bracket.fits >= step * (i + 1); ++i) footprints.push_back(bracket.fits - step * i);
  std::reverse(footprints.begin(), footprints.end());
  for (std::size_t i = 0; i < each_side && bracket.misses + step * i <= limit; ++i) footprints.push_back(bracket.misses + step * i);
  return footprints;
}

}  // namespace chasescope::inference
