#include "engine/inference/curves/footprint_search.h"

#include <algorithm>

namespace chasescope::inference {

FootprintBracket search_by_bisection(FootprintBracket bracket, std::uint64_t step, const AskFootprint& ask) {
  while (bracket.misses - bracket.fits > step) {
    const std::uint64_t steps = (bracket.misses - bracket.fits) / step;
    const std::uint64_t middle = bracket.fits + std::max<std::uint64_t>(steps / 2, 1) * step;
    const auto fit = ask(middle);
    if (!fit) break;
    (*fit == Fit::fits ? bracket.fits : bracket.misses) = middle;
  }
  return bracket;
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
