#include "engine/structure/trials/lru_by_tails.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace chasescope::structure {
namespace {

// The share of the readings in a tail: the fastest third of the hits, and the slowest third of the misses. If hits and misses
// overlap by less than two thirds, such a third contains none of the other kind, and it has enough readings to be counted.
constexpr double kTail = 1.0 / 3;

double share_up_to(std::span<const float> ascending, float value) {
  const auto end = std::upper_bound(ascending.begin(), ascending.end(), value);
  return static_cast<double>(end - ascending.begin()) / static_cast<double>(ascending.size());
}

double share_from(std::span<const float> ascending, float value) {
  const auto begin = std::lower_bound(ascending.begin(), ascending.end(), value);
  return static_cast<double>(ascending.end() - begin) / static_cast<double>(ascending.size());
}

float at(std::span<const float> ascending, double share) {
  return ascending[static_cast<std::size_t>(share * static_cast<double>(ascending.size() - 1))];
}

/// The latencies of the timed visits: to pages that LRU keeps, and to pages that LRU has evicted.
struct VisitsByLru {
  std::vector<float> kept, gone;
};

VisitsByLru visits_by_lru(const TrialsRequest& request, std::span<const std::vector<float>> cycles) {
  const std::uint64_t pages = count_of(request.places);
  VisitsByLru told;
  for (std::uint64_t trial = 0; trial < cycles.size(); ++trial) {
    std::vector<std::uint64_t> recent;  // the most recently used page comes last
    for (std::uint64_t pass = 0; pass <= request.fill_passes; ++pass)
      for (const std::uint64_t page : visited_places(request, request.first + trial, pass)) {
        const auto found = std::find(recent.begin(), recent.end(), page);
        const bool is_held = found != recent.end() && static_cast<std::uint64_t>(recent.end() - found) < pages;
        if (found != recent.end()) recent.erase(found);
        recent.push_back(page);
        if (pass == request.fill_passes) (is_held ? told.kept : told.gone).push_back(cycles[trial].at(page));
      }
  }
  std::sort(told.kept.begin(), told.kept.end());
  std::sort(told.gone.begin(), told.gone.end());
  return told;
}

}  // namespace

LruByTails lru_by_tails(const TrialsRequest& request, std::span<const std::vector<float>> cycles, std::span<const float> hits) {
  VisitsByLru told = visits_by_lru(request, cycles);
  if (told.kept.empty() || told.gone.empty() || hits.empty()) return {};
  // Readings are whole cycles. So a tail contains all readings that equal the one at its end, and may have more than a third.
  const float quick = at(hits, kTail), slow = at(told.gone, 1 - kTail);
  const double stayed = std::min(1.0, share_up_to(told.gone, quick) / share_up_to(hits, quick));
  const double lost = std::min(1.0, share_from(told.kept, slow) / share_from(told.gone, slow));
  const auto kept = static_cast<double>(told.kept.size()), gone = static_cast<double>(told.gone.size());
  FilledTlb::Lru lru;
  lru.visits = told.kept.size() + told.gone.size();
  lru.missing = told.gone.size();
  lru.stayed = static_cast<std::uint64_t>(std::ceil(stayed * gone));
  lru.agreeing = static_cast<std::uint64_t>((1 - lost) * kept + (1 - stayed) * gone);
  return {lru, std::move(told.gone)};
}

}  // namespace chasescope::structure
