#include "engine/structure/levels/fetch_sizes.h"

#include <algorithm>

namespace chasescope::structure {
namespace {

// A walk over more than a cache holds can't miss it more often than once for all that a miss brings.
bool misses_come_nearer(const Survey& survey, const std::vector<FootprintWalk>& walks, std::size_t cache, std::uint64_t fetch) {
  constexpr double kMoreThanNoise = 1.3;
  const Boundary& boundary = survey.boundaries[cache];
  for (const auto& [bytes, stride, walk] : walks) {
    if (!boundary.known() || bytes != boundary.outgrown || stride >= fetch) continue;
    const std::vector<float> clean = clean_latencies(walk, stride);
    const double cut = survey.cut(cache);
    const auto misses = static_cast<double>(std::count_if(clean.begin(), clean.end(), [&](float c) { return c > cut; }));
    const double most =
        static_cast<double>(stride) / static_cast<double>(fetch) + 3 * tolerated_share(survey.noise) + survey.false_share(cache);
    if (misses > kMoreThanNoise * most * static_cast<double>(clean.size())) return true;
  }
  return false;
}

}  // namespace

void find_fetch_sizes(Survey& survey, const UntouchedMemory& untouched, const std::vector<FootprintWalk>& walks) {
  survey.fetch_bytes.assign(survey.caches(), std::nullopt);
  if (!untouched.run()) return;
  for (std::size_t cache = 0; cache < survey.caches(); ++cache) {
    auto& fetch = survey.fetch_bytes[cache];
    fetch = untouched.slow_every(survey.cut(cache), survey.false_share(cache));
    if (fetch && misses_come_nearer(survey, walks, cache, *fetch)) fetch.reset();
  }
}

}  // namespace chasescope::structure
