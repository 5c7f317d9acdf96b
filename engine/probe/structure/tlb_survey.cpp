#include "engine/probe/structure/tlb_survey.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "engine/inference/latency_levels.h"
#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

using inference::Band;

constexpr std::size_t kFewestTimed = 512;
constexpr double kLevelShare = 0.01;
constexpr std::size_t kFewestPages = 2;  // that take so long in every pass, where a level is as rare as outliers
constexpr double kOutliersAtMost = 20;   // times their share: in a short walk there may be that many
constexpr double kSigmasApart = 6;       // levels are told apart from here on
constexpr double kDriftsApart = 3;
constexpr double kRare = 0.02;  // outliers may be as many where few accesses had shown none
constexpr std::uint64_t kFarthestNeighbours = std::uint64_t{16} << 20;

Addresses spread(std::size_t count, std::uint64_t distance) {
  Addresses pages;
  for (std::size_t i = 0; i < count; ++i) pages.push_back(i * distance);
  return pages;
}

double mean_within(const std::vector<float>& cycles, double low, double high) {
  double sum = 0, count = 0;
  for (const float value : cycles)
    if (value >= low && value <= high) {
      sum += value;
      ++count;
    }
  return count > 0 ? sum / count : (low + high) / 2;
}

/// Pages that lie in a level in every pass. An outlier does not come back at the same page.
std::size_t pages_always_in(const Walk& walk, double low, double high) {
  std::size_t count = 0;
  for (std::size_t page = 0; page < walk.period; ++page) {
    bool always = true;
    for (std::size_t pass = 0; pass < walk.passes() && always; ++pass)
      always = walk.at(pass, page) >= low && walk.at(pass, page) <= high;
    count += always;
  }
  return count;
}

Addresses anywhere(Random& random, std::size_t count, std::uint64_t reach) {
  std::set<std::uint64_t> pages;
  while (pages.size() < count) pages.insert(random.below(reach / kSmallestPage) * kSmallestPage);
  return {pages.begin(), pages.end()};
}

}  // namespace

TlbSurvey survey_translation(PageWalk& pages, std::size_t most_pages) {
  TlbSurvey result;
  const auto& noise = pages.survey().noise;
  result.levels.push_back({pages.data_band(), {}, pages.data_shown_by()});
  struct Seen {
    double median, low, high;
    std::size_t accesses;
    Addresses pages;
    RunPtr run;
    double share_at_most = 0;  // the largest share of any walk that it had
  };
  std::vector<Seen> seen;
  const double resolution =
      std::max({2.5 * noise.sigma, noise.exact() ? 0.001 * pages.data_band().median : 0.012 * pages.data_band().median,
                1.5 * std::abs(noise.drift) * pages.data_band().median, 0.6});
  const auto add_walk = [&](const Addresses& asked, const Walk& walk) {
    auto levels = inference::find_latency_levels(LatencyTrace(walk.cycles)).levels();
    for (auto& level : levels) {
      // Fractions of a cycle come from many accesses, however coarse the clock.
      if (!noise.exact()) level.median = static_cast<float>(mean_within(walk.cycles, level.low, level.high));
      const double share = static_cast<double>(level.accesses) / static_cast<double>(walk.cycles.size());
      if (share < kLevelShare && level.accesses < 4 * walk.passes()) continue;
      const bool rare = !noise.exact() && share < std::max(kRare, kOutliersAtMost * noise.outlier_share);
      if (rare && pages_always_in(walk, level.low, level.high) < kFewestPages) continue;
      const auto known = std::find_if(seen.begin(), seen.end(),
                                      [&](const Seen& other) { return std::abs(other.median - level.median) <= resolution; });
      if (known == seen.end()) {
        seen.push_back({level.median, level.low, level.high, level.accesses, asked, walk.run, share});
      } else {
        if (level.accesses > known->accesses) {
          known->median = level.median;
          known->accesses = level.accesses;
        }
        known->low = std::min<double>(known->low, level.low);
        known->high = std::max<double>(known->high, level.high);
        known->share_at_most = std::max(known->share_at_most, share);
      }
    }
  };
  const std::uint64_t reach = std::bit_floor(pages.lab().limit_bytes());
  const std::size_t most = std::min(most_pages, pages.most_pages());
  std::vector<std::pair<Addresses, Walk>> walks;
  // Pages at even distances overflow a set early; pages at random fill all sets alike, so that each level shows before the next
  // overflows.
  Random random(0x9a9e5);
  const auto look = [&](const Addresses& asked) {
    try {
      const Walk walk =
          pages.walk(asked, {3, std::max<std::uint64_t>(2, kFewestTimed / asked.size())}, std::to_string(asked.size()) + " pages");
      add_walk(asked, walk);
      walks.emplace_back(asked, walk);
      result.most_pages = std::max(result.most_pages, asked.size());
      result.reached_bytes = reach;
      return true;
    } catch (const Undecided&) {
      return false;
    }
  };
  // Neighbouring pages show a TLB whose successor has larger pages.
  for (std::uint64_t distance = kSmallestPage; distance <= kFarthestNeighbours; distance *= 8) {
    bool room = true;
    for (std::size_t count = 4; count <= most && room && count * distance <= reach; count *= 2)
      room = look(spread(count, distance));
  }
  bool even = true, mixed = true;
  for (std::size_t count = 2; count <= most && (even || mixed); count *= 2) {
    const std::uint64_t distance = reach / count;
    if (distance < kSmallestPage) break;
    even = even && look(spread(count, distance));
    for (const std::size_t some : {count, count + count / 2})
      mixed = mixed && some <= most && some <= reach / kSmallestPage / 2 && look(anywhere(random, some, reach));
  }
  std::sort(seen.begin(), seen.end(), [](const Seen& a, const Seen& b) { return a.median < b.median; });

  const Band base = inference::widened(pages.data_band(), noise);
  // Jitter and drift split one level into several. Where two lie that near, no level can be told from the next.
  if (!noise.exact()) {
    double below = pages.data_band().median;
    for (const Seen& level : seen) {
      const double apart = std::max(kSigmasApart * noise.sigma, kDriftsApart * std::abs(noise.drift) * level.median);
      if (level.median > pages.data_band().high + resolution && level.median - below < apart)
        throw Undecided("Latencies " + std::to_string(static_cast<int>(level.median - below + 0.5)) +
                        " cycles apart were seen, which may be one level in this noise.");
      below = std::max(below, level.median);
    }
  }
  std::vector<Seen> above;
  for (const Seen& level : seen)
    if (level.median > pages.data_band().high + resolution && !(noise.exact() && base.holds(level.median))) above.push_back(level);

  // Where every access walks the page table, one that leads into another window takes longer still, and only that one: it comes
  // back at each multiple of the window. So do the misses of a TLB with larger pages than those in front of it, but not among so
  // few of its pages.
  constexpr std::uint64_t kFewWindows = 3;
  if (above.size() >= 2) {
    const Seen& top = above.back();
    const Seen& below = above[above.size() - 2];
    const double cut = (top.median + below.median) / 2,
                 floor = below.median -
                         (below.median - (above.size() > 2 ? above[above.size() - 3].median : pages.data_band().high)) / 2;
    for (const auto& [asked, walk] : walks) {
      std::uint64_t bits = 0;
      std::size_t slow = 0, walked = 0;
      for (std::size_t i = 1; i < asked.size(); ++i) {
        const double first = walk.at(0, i), last = walk.at(walk.passes() - 1, i);
        if (first > cut && last > cut) {
          ++slow;
          bits |= asked[i];
        } else if (first > floor && last > floor) {
          ++walked;
        }
      }
      if (slow == 0 || slow + walked + 1 < asked.size() * 95 / 100 || slow * 3 > walked) continue;
      const std::uint64_t window = bits & (~bits + 1);
      const std::uint64_t windows = (asked.back() + window) / window;
      if (slow + 1 != windows || windows > kFewWindows) continue;
      result.window_bytes = window;
      result.window_penalty = top.median - below.median;
      result.window_run = walk.run;
    }
    if (result.window_bytes) above.pop_back();
  }
  for (const Seen& level : above) result.levels.push_back({{level.low, level.median, level.high}, level.pages, level.run});
  return result;
}

}  // namespace chasescope::structure
