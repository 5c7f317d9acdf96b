#include "engine/structure/translation/translation_levels.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "engine/inference/levels/latency_levels.h"
#include "engine/inference/levels/slow_drift.h"
#include "engine/statistics/hills.h"

namespace chasescope::structure {
namespace {

constexpr double kLevelShare = 0.01;
constexpr std::size_t kFewestPages = 2;  // pages of one walk
constexpr double kMeansShare = 0.02;
constexpr double kBetterPart = 0.5;
constexpr std::size_t kNotTooLong = 4096;  // pages
constexpr double kErrorsApart = 4;         // standard errors of a page's mean
constexpr double kLeastApart = 1.5;        // cycles
constexpr double kReachSigmas = 5;         // noise reaches no farther
constexpr double kUnexplained = 0.01;      // share of the accesses of a walk, three times the share of outliers that was seen,
constexpr double kFewStrange = 3;          // and this many accesses in a short walk

void put_in_order(std::vector<SeenLevel>& levels) {
  std::sort(levels.begin(), levels.end(), [](const SeenLevel& a, const SeenLevel& b) { return a.median < b.median; });
}

// Two levels may be so close that their bands overlap. A latency between them belongs to the nearer one.
void part_bands(std::vector<SeenLevel>& levels) {
  for (std::size_t i = 1; i < levels.size(); ++i) {
    SeenLevel &below = levels[i - 1], &above = levels[i];
    if (below.high < above.low) continue;
    const double middle = (below.median + above.median) / 2;
    below.high = std::max(below.median, std::min(below.high, middle));
    above.low = std::min(above.median, std::max(above.low, middle));
  }
}

struct SteadyPage {
  double cycles;
  double error;  // one standard error
  std::size_t walk;
};

std::vector<SteadyPage> steady_pages(const std::vector<PagesWalked>& walks, double sigma) {
  std::vector<SteadyPage> pages;
  for (std::size_t w = 0; w < walks.size(); ++w) {
    const Walk& walk = walks[w].walk;
    const double error = std::max(sigma, 0.3) / std::sqrt(static_cast<double>(std::max<std::size_t>(1, walk.passes())));
    for (const auto& element : inference::steady_elements(walk.cycles, walk.period, sigma))
      if (element.steady) pages.push_back({element.cycles, error, w});
  }
  std::sort(pages.begin(), pages.end(), [](const SteadyPage& a, const SteadyPage& b) { return a.cycles < b.cycles; });
  return pages;
}

// Makes a level from pages with similar mean latencies (ascending), if some walk has enough of them.
std::optional<SeenLevel> level_of(std::span<const SteadyPage> pages, const std::vector<PagesWalked>& walks, bool of_means) {
  std::vector<std::size_t> count(walks.size(), 0);
  for (const SteadyPage& page : pages) ++count[page.walk];
  // Takes the smallest walk in which most pages have this latency, or else the smallest walk in which any have it.
  std::optional<std::size_t> fewest, fewest_mostly, most, most_mostly;
  const auto fewer = [&](std::size_t w, std::optional<std::size_t> than) {
    return !than || walks[w].pages.size() < walks[*than].pages.size();
  };
  for (std::size_t w = 0; w < walks.size(); ++w) {
    const auto share = static_cast<double>(count[w]) / static_cast<double>(walks[w].walk.period);
    // If passes are means, a few mixtures of hits and misses may happen to be close to each other, so a share of the walk is
    // required.
    const bool enough = share >= (of_means ? kMeansShare : kLevelShare) || (!of_means && count[w] >= 2 * kFewestPages);
    if (count[w] < kFewestPages || !enough) continue;
    if (fewer(w, fewest)) fewest = w;
    if (share > kBetterPart && fewer(w, fewest_mostly)) fewest_mostly = w;
    const auto more = [&](std::optional<std::size_t> than) {
      return !than || (count[w] > count[*than] && walks[w].pages.size() <= kNotTooLong);
    };
    if (more(most)) most = w;
    if (share > kBetterPart && more(most_mostly)) most_mostly = w;
  }
  if (!fewest) return std::nullopt;
  const PagesWalked& shown = walks[fewest_mostly.value_or(*fewest)];
  const double median = pages[pages.size() / 2].cycles;
  return SeenLevel{median, median, median, pages.size(), shown.pages, shown.walk.run, walks[most_mostly.value_or(*most)].pages};
}

}  // namespace

std::vector<SeenLevel> levels_of_accesses(const std::vector<PagesWalked>& walks, double resolution) {
  std::vector<SeenLevel> seen;
  for (const auto& [pages, walk] : walks) {
    const inference::LatencyLevels levels = inference::find_latency_levels(LatencyTrace(walk.cycles));
    for (const auto& level : levels.levels()) {
      const double share = static_cast<double>(level.accesses) / static_cast<double>(walk.cycles.size());
      if (share < kLevelShare && level.accesses < 4 * walk.passes()) continue;
      const auto known = std::find_if(seen.begin(), seen.end(),
                                      [&](const SeenLevel& other) { return std::abs(other.median - level.median) <= resolution; });
      if (known == seen.end()) {
        seen.push_back({level.median, level.low, level.high, level.accesses, pages, walk.run, {}});
        continue;
      }
      if (level.accesses > known->weight) {
        known->median = level.median;
        known->weight = level.accesses;
      }
      // Keeps the pages of the smallest walk that shows the level: the search for a set that overflows begins with them.
      if (pages.size() < known->pages.size()) {
        known->pages = pages;
        known->run = walk.run;
      }
      known->low = std::min<double>(known->low, level.low);
      known->high = std::max<double>(known->high, level.high);
    }
  }
  put_in_order(seen);
  part_bands(seen);
  return seen;
}

std::vector<SeenLevel> levels_of_pages(const std::vector<PagesWalked>& walks, const inference::LatencyNoise& noise, bool of_means) {
  const std::vector<SteadyPage> pages = steady_pages(walks, noise.sigma);
  std::vector<SeenLevel> levels;
  for (std::size_t begin = 0, end = 0; begin < pages.size(); begin = end) {
    for (end = begin + 1; end < pages.size(); ++end)
      if (pages[end].cycles - pages[end - 1].cycles >
          std::max(kLeastApart, kErrorsApart * std::max(pages[end].error, pages[end - 1].error)))
        break;
    std::vector<double> cycles;
    double error = 0;
    for (std::size_t i = begin; i < end; ++i) {
      cycles.push_back(pages[i].cycles);
      error = std::max(error, pages[i].error);
    }
    std::size_t from = 0;
    for (const std::size_t to : inference::hill_ends(cycles, error)) {
      if (auto level = level_of(std::span(pages).subspan(begin + from, to - from), walks, of_means))
        levels.push_back(std::move(*level));
      from = to;
    }
  }
  if (levels.empty()) return levels;
  // A page that hits in some passes and misses in others belongs to no level, but each of its latencies must lie at one.
  const double reach = kReachSigmas * noise.sigma + 1;
  for (const auto& walked : walks) {
    const auto belongs = [&](float cycles) {
      if (of_means && cycles >= levels.front().median && cycles <= levels.back().median) return true;
      return std::any_of(levels.begin(), levels.end(),
                         [&](const SeenLevel& level) { return std::abs(cycles - level.median) <= reach; });
    };
    const auto& cycles = walked.walk.cycles;
    const auto strange = std::count_if(cycles.begin(), cycles.end(), [&](float value) { return !belongs(value); });
    const double allowed = (kUnexplained + 3 * noise.outlier_share) * static_cast<double>(cycles.size());
    if (static_cast<double>(strange) > kFewStrange + allowed)
      throw Undecided("Too many accesses had neither the latency of a hit nor that of a miss.");
  }
  return levels;
}

}  // namespace chasescope::structure
