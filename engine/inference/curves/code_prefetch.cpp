#include "engine/inference/curves/code_prefetch.h"

#include <algorithm>

namespace chasescope::inference {
namespace {

constexpr double kHiddenShare = 0.1;  // of a fetch; what is less counts as nothing
constexpr double kSameTime = 0.03;    // a share of a block's cycles; other code in the same cache makes as much difference

// What the order of memory saves.
std::vector<double> saved_at(const OrderedBlocks& point) {
  std::vector<double> saved;
  for (std::size_t k = 0; k < point.scattered.size(); ++k) saved.push_back(point.scattered[k] - point.in_order[k]);
  return saved;
}

MedianInterval difference(const MedianInterval& a, const MedianInterval& b) {
  return {a.median - b.median, a.low - b.high, a.high - b.low};
}

FetchedAhead verdict_of(const BlocksBehind& at) {
  if (at.hidden.low > kHiddenShare * at.fetch.high) return FetchedAhead::yes;
  // An order of memory that is slower by as much hides nothing either, but no cache explains it.
  const double least = kHiddenShare * at.fetch.low;
  return at.hidden.high < least && at.hidden.low > -least ? FetchedAhead::no : FetchedAhead::unclear;
}

}  // namespace

CodePrefetch find_code_prefetch(std::span<const OrderedBlocks> points) {
  CodePrefetch found;
  if (points.empty()) return found;
  const double most = median_interval_of(points.front().scattered).high * (1 + kSameTime);
  while (found.nearest < points.size() && median_interval_of(points[found.nearest].scattered).median <= most) ++found.nearest;
  std::vector<double> saved, cycles;
  for (const OrderedBlocks& point : points.first(found.nearest)) {
    const std::vector<double> here = saved_at(point);
    saved.insert(saved.end(), here.begin(), here.end());
    cycles.insert(cycles.end(), point.scattered.begin(), point.scattered.end());
  }
  found.control = median_interval_of(std::move(saved));
  const MedianInterval in_nearest = median_interval_of(std::move(cycles));
  for (std::size_t i = found.nearest; i < points.size(); ++i) {
    BlocksBehind at{.point = i, .fetch = difference(median_interval_of(points[i].scattered), in_nearest)};
    if (at.fetch.low <= kSameTime * in_nearest.median) continue;
    at.hidden = difference(median_interval_of(saved_at(points[i])), found.control);
    at.verdict = verdict_of(at);
    found.behind.push_back(at);
  }
  if (found.behind.empty()) return found;
  const auto is_some = [&](FetchedAhead verdict) {
    return std::any_of(found.behind.begin(), found.behind.end(), [&](const BlocksBehind& at) { return at.verdict == verdict; });
  };
  found.verdict = is_some(FetchedAhead::yes)       ? FetchedAhead::yes
                  : is_some(FetchedAhead::unclear) ? FetchedAhead::unclear
                                                   : FetchedAhead::no;
  double longest = 0;
  for (std::size_t i = 0; i < found.behind.size(); ++i) {
    const BlocksBehind& at = found.behind[i];
    if (at.verdict != *found.verdict || at.fetch.median <= longest) continue;
    longest = at.fetch.median;
    found.telling = i;
  }
  return found;
}

}  // namespace chasescope::inference
