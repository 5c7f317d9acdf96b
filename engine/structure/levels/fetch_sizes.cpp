#include "engine/structure/levels/fetch_sizes.h"

#include <algorithm>

#include "engine/inference/curves/fetch_size.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kRefetchedElement = 16;  // bytes; no cache is known to fetch less
constexpr std::uint64_t kElements = 4096;        // elements timed

// Whether misses are closer together than the fetch size allows. A walk over more than the cache holds can't miss more often than
// once for each fetch; if it does, the fetch size is smaller.
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

void find_refetched(Lab& lab, Survey& survey) {
  if (!lab.keeps_state() || !survey.memory_seen || survey.caches() == 0 || survey.fetch_bytes.back()) return;
  const Boundary& last = survey.boundaries.back();
  const std::uint64_t cache = std::max(lab.description().properties.l2_bytes.value_or(0), last.outgrown);
  const std::uint64_t bytes = kTimesTheCache * cache / kRefetchedElement * kRefetchedElement;
  if (!last.known() || bytes > lab.limit_bytes() || bytes / kRefetchedElement < kElements) return;
  try {
    const Walk walk = lab.beginning(bytes, kRefetchedElement, 0, kElements, "lines that filling the array pushed out");
    // Takes the factor that separates the levels of a card, so that near and far parts of memory are on the same side of the cut.
    const double cut = kClearlyApart * survey.levels[survey.caches() - 1].latency.median;
    if (const auto distance = inference::fetch_distance(walk.cycles, kRefetchedElement, cut, tolerated_share(survey.noise)))
      survey.refetched = Refetched{*distance, walk.run};
  } catch (const Undecided&) {
    // The array is too large for the device or the budget. The fetch size stays unknown.
  }
}

}  // namespace chasescope::structure
