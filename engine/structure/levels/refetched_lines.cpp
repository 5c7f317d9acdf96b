#include "engine/structure/levels/refetched_lines.h"

#include <algorithm>

#include "engine/inference/curves/fetch_size.h"
#include "engine/structure/levels/clean_footprint.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kRefetchedElement = 16;  // bytes; no cache is known to fetch less
constexpr std::uint64_t kElements = 4096;    // that are timed

}  // namespace

void find_refetched(Lab& lab, Survey& survey) {
  if (!lab.keeps_state() || !survey.memory_seen || survey.caches() == 0 || survey.fetch_bytes.back()) return;
  const Boundary& last = survey.boundaries.back();
  const std::uint64_t cache = std::max(lab.description().properties.l2_bytes.value_or(0), last.outgrown);
  const std::uint64_t bytes = kTimesTheCache * cache / kRefetchedElement * kRefetchedElement;
  if (!last.known() || bytes > lab.limit_bytes() || bytes / kRefetchedElement < kElements) return;
  try {
    const Walk walk = lab.beginning(bytes, kRefetchedElement, 0, kElements, "lines that filling the array pushed out");
    // What is apart from hits as levels of a card are: near and far parts of memory lie on one side together.
    const double cut = kClearlyApart * survey.levels[survey.caches() - 1].latency.median;
    if (const auto distance = inference::fetch_distance(walk.cycles, kRefetchedElement, cut, tolerated_share(survey.noise)))
      survey.refetched = Refetched{*distance, walk.run};
  } catch (const Undecided&) {
    // Too large for the device or its time: then it is not known.
  }
}

}  // namespace chasescope::structure
