#include "engine/inference/requests/residency.h"

#include <algorithm>
#include <iterator>

#include "engine/statistics/assumptions.h"
#include "engine/statistics/median.h"
#include "engine/statistics/tails.h"

namespace chasescope::inference {
namespace {

constexpr double kMostErrors = 0.2;   // of both samples together: a tenth of each
// Arrays of which less than a quarter is missing are left out: they lose lines to crowded sets while other sets still have room.
constexpr double kMuchTooLarge = 0.75;

std::uint64_t slow_ones(const std::vector<double>& cycles, const LoadCut& cut) {
  return static_cast<std::uint64_t>(std::count_if(cycles.begin(), cycles.end(), [&](double one) { return !(one < cut.cycles); }));
}

}  // namespace

std::optional<LoadCut> load_cut(std::vector<double> hits, std::vector<double> misses) {
  std::sort(hits.begin(), hits.end());
  std::sort(misses.begin(), misses.end());
  std::vector<double> all;
  all.reserve(hits.size() + misses.size());
  std::merge(hits.begin(), hits.end(), misses.begin(), misses.end(), std::back_inserter(all));
  all.erase(std::unique(all.begin(), all.end()), all.end());
  LoadCut best{.loads = std::min(hits.size(), misses.size())};
  double fewest = kMostErrors, widest = 0;
  std::size_t fast_hits = 0, fast_misses = 0;  // loads up to all[i]
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    while (fast_hits < hits.size() && hits[fast_hits] <= all[i]) ++fast_hits;
    while (fast_misses < misses.size() && misses[fast_misses] <= all[i]) ++fast_misses;
    const double lost = 1 - static_cast<double>(fast_hits) / static_cast<double>(hits.size());
    const double stray = static_cast<double>(fast_misses) / static_cast<double>(misses.size());
    const double gap = all[i + 1] - all[i];
    if (lost + stray > fewest || (lost + stray == fewest && gap <= widest)) continue;
    fewest = lost + stray;
    widest = gap;
    best.cycles = all[i] + gap / 2;
    best.false_misses = lost;
    best.false_hits = stray;
  }
  if (widest == 0) return std::nullopt;
  return best;
}

ResidentShare resident_share(const std::vector<double>& cycles, const LoadCut& cut) {
  const auto total = static_cast<double>(cycles.size());
  const double fast = total - static_cast<double>(slow_ones(cycles, cut));
  const auto corrected = [&](double share) {
    return std::clamp((share - cut.false_hits) / (1 - cut.false_hits - cut.false_misses), 0.0, 1.0);
  };
  const auto interval = statistics::share_interval(fast, total);
  return {corrected(fast / total), corrected(interval.low), corrected(interval.high)};
}

Against compared_with(double share, const std::vector<double>& cycles, const LoadCut& cut) {
  // One error more than was seen, since a sample without any may have come from a cut that errs now and then.
  const double unseen = 1 / static_cast<double>(std::max<std::size_t>(cut.loads, 1));
  const auto slow = [&](double false_misses, double false_hits) {
    return std::clamp(share * false_misses + (1 - share) * (1 - false_hits), 0.0, 1.0);
  };
  const std::uint64_t seen = slow_ones(cycles, cut), fast = cycles.size() - seen;
  if (statistics::binomial_at_least(seen, cycles.size(), slow(cut.false_misses + unseen, cut.false_hits)) < statistics::kWrong)
    return Against::below;
  if (statistics::binomial_at_least(fast, cycles.size(), 1 - slow(cut.false_misses, cut.false_hits + unseen)) < statistics::kWrong)
    return Against::above;
  return Against::open;
}

std::optional<HeldBytes> held_bytes(const std::vector<ResidentBytes>& arrays) {
  std::vector<double> held;
  HeldBytes all;
  for (const ResidentBytes& array : arrays) {
    if (array.share.high >= kMuchTooLarge) continue;
    const auto bytes = static_cast<double>(array.bytes);
    const double low = array.share.low * bytes, high = array.share.high * bytes;
    all.low = held.empty() ? low : std::min(all.low, low);
    all.high = std::max(all.high, high);
    held.push_back(array.share.value * bytes);
  }
  if (held.empty()) return std::nullopt;
  all.bytes = median_of(held);
  return all;
}

}  // namespace chasescope::inference
