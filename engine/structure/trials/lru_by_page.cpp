#include "engine/structure/trials/lru_by_page.h"

#include <algorithm>

#include "engine/statistics/median.h"

namespace chasescope::structure {
namespace {

// Under LRU the pages of a set of one way and one more miss in less than two thirds of random orders, and in fewer with more ways.
// So a fifth of a page's visits, the quickest, are hits.
constexpr double kSurelyHits = 0.2;

/// What takes longer is a miss of this page.
double cut_of(std::vector<double> cycles, double penalty) {
  std::sort(cycles.begin(), cycles.end());
  const double quick = cycles[static_cast<std::size_t>(kSurelyHits * static_cast<double>(cycles.size()))];
  // The quick ones are less than most hits by noise; the median of all that are no miss beside them is what a hit takes.
  const auto end = std::upper_bound(cycles.begin(), cycles.end(), quick + penalty / 2);
  return inference::median_of({cycles.begin(), end}) + penalty / 2;
}

}  // namespace

FilledTlb::Lru lru_by_page(const TrialsRequest& request, std::span<const std::vector<float>> cycles, double penalty) {
  const std::uint64_t pages = count_of(request.places);
  std::vector<double> cuts;
  for (std::size_t page = 0; page < pages; ++page) {
    std::vector<double> of_page;
    for (const auto& trial : cycles) of_page.push_back(trial.at(page));
    if (of_page.empty()) return {};
    cuts.push_back(cut_of(std::move(of_page), penalty));
  }
  FilledTlb::Lru lru;
  for (std::uint64_t trial = 0; trial < cycles.size(); ++trial) {
    std::vector<std::uint64_t> recent;  // the most recently used page comes last
    for (std::uint64_t pass = 0; pass <= request.fill_passes; ++pass)
      for (const std::uint64_t page : visited_places(request, request.first + trial, pass)) {
        const auto at = std::find(recent.begin(), recent.end(), page);
        const bool is_held = at != recent.end() && static_cast<std::uint64_t>(recent.end() - at) < pages;
        if (at != recent.end()) recent.erase(at);
        recent.push_back(page);
        if (pass < request.fill_passes) continue;
        const bool missed = cycles[trial][page] > cuts[page];
        ++lru.visits;
        lru.agreeing += is_held != missed ? 1 : 0;
        lru.missing += is_held ? 0 : 1;
        lru.stayed += !is_held && !missed ? 1 : 0;
      }
  }
  return lru;
}

}  // namespace chasescope::structure
