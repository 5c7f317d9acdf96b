#include "engine/structure/levels/clean_footprint.h"

#include <algorithm>
#include <cmath>

#include "engine/statistics/assumptions.h"
#include "engine/structure/levels/steadiness.h"
#include "engine/trace/random.h"

namespace chasescope::structure {

bool is_clean(const Walk& walk, std::uint64_t stride, std::size_t access) {
  const bool one_block = walk.period * stride <= kSmallestPage;
  const std::uint64_t each = std::max<std::uint64_t>(kSmallestPage / stride, 1);
  return one_block || each == 1 || access % walk.period % each != 0;
}

std::vector<float> clean_latencies(const Walk& walk, std::uint64_t stride) {
  std::vector<float> clean;
  for (std::size_t i = 0; i < walk.cycles.size(); ++i)
    if (is_clean(walk, stride, i)) clean.push_back(walk.cycles[i]);
  return clean;
}

std::vector<float> first_latencies(const Walk& walk, std::uint64_t stride) {
  std::vector<float> first;
  const std::uint64_t each = std::max<std::uint64_t>(kSmallestPage / stride, 1);
  for (std::size_t i = 0; i < walk.cycles.size(); ++i)
    if (i % walk.period % each == 0) first.push_back(walk.cycles[i]);
  return first;
}

std::vector<inference::LatencyLevel> levels_in(std::vector<float> latencies, const inference::LatencyNoise& noise) {
  const auto resolution = noise.steady ? inference::LatencyResolution{kSteadyShare, kSteadyCycles} : inference::LatencyResolution{};
  return inference::find_latency_levels(LatencyTrace(std::move(latencies)), resolution).levels();
}

inference::Band band_of(const inference::LatencyLevel& level) { return {level.low, level.median, level.high}; }

double tolerated_share(const inference::LatencyNoise& noise) {
  return std::min(0.02, 3 * noise.outlier_share + (noise.exact() ? 0 : 0.002));
}

namespace {

std::uint64_t lines_of_page(std::uint64_t stride) { return std::max<std::uint64_t>(kSmallestPage / stride, 1); }

// The share of latencies above `cut`.
double share_of_slow(double cut, const std::vector<float>& latencies) {
  return static_cast<double>(std::count_if(latencies.begin(), latencies.end(), [cut](float c) { return c > cut; })) /
         static_cast<double>(latencies.size());
}

// Whether, above the cut between some two of `levels`, there is a larger share of the latencies `some` than of `others`.
bool is_slower_than(const std::vector<float>& some, const std::vector<float>& others,
                    const std::vector<inference::LatencyLevel>& levels) {
  constexpr double kLeast = 0.05, kErrors = 4;
  for (std::size_t i = 0; i + 1 < levels.size(); ++i) {
    const double cut = (levels[i].high + levels[i + 1].low) / 2, usual = share_of_slow(cut, others);
    const double error = std::sqrt(usual * (1 - usual) / static_cast<double>(some.size()));
    if (share_of_slow(cut, some) > usual + std::max(kLeast, kErrors * error)) return true;
  }
  return false;
}

class CleanFootprint {
 public:
  CleanFootprint(Lab& lab, const Survey& survey) : lab_(lab), survey_(survey) {}

  std::uint64_t find(const std::vector<FootprintWalk>& walks) {
    constexpr std::uint64_t kFewest = 4;  // lines of a page that are read
    std::uint64_t clean_until = 0;
    for (const FootprintWalk& footprint : walks) {
      // nearly every access is the first one to its page
      if (footprint.bytes > kSmallestPage && kFewest * footprint.stride > kSmallestPage) break;
      try {
        if (footprint.bytes > kSmallestPage && shows_lookups(footprint)) break;
      } catch (const Undecided&) {
        break;  // slow accesses that can't be tested again may be TLB misses
      }
      clean_until = footprint.bytes;
    }
    // In noise, one slow access for each large page is as rare as an outlier.
    if (survey_.noise.exact() || lab_.keeps_state() || survey_.boundaries.empty()) return clean_until;
    // A slow access is also rare if a few pages share a set of a TLB, and its miss has nearly the latency of the next level.
    while (some_are_slower_unprimed(clean_until)) clean_until /= 2;
    return clean_until;
  }

 private:
  bool shows_lookups(const FootprintWalk& footprint) {
    const std::vector<float> first = first_latencies(footprint.walk, footprint.stride);
    const std::vector<float> others = clean_latencies(footprint.walk, footprint.stride);
    const auto levels = levels_in(others, survey_.noise);
    return takes_what_nothing_takes(footprint, first, others.size(), levels) || takes_more_often(footprint, first, others, levels);
  }

  // Whether the first accesses to blocks have a latency of no level, even if the walk begins each page at another line. Then they
  // are TLB misses: a TLB miss depends on the order of the accesses, a cache miss on the address.
  bool takes_what_nothing_takes(const FootprintWalk& footprint, const std::vector<float>& first, std::size_t others,
                                const std::vector<inference::LatencyLevel>& levels) {
    const auto known = [&](float cycles) {
      return std::any_of(levels.begin(), levels.end(), [&](const auto& level) {
        return static_cast<double>(level.accesses) > 0.01 * static_cast<double>(others) &&
               inference::widened(band_of(level), survey_.noise).holds(cycles);
      });
    };
    // Outliers are as likely at the first access to a block as at any other.
    const auto strange = [&](const std::vector<float>& latencies) {
      const auto count = std::count_if(latencies.begin(), latencies.end(), [&](float c) { return !known(c); });
      return static_cast<double>(count) >
             2 * tolerated_share(survey_.noise) * static_cast<double>(latencies.size()) + (survey_.noise.exact() ? 0 : 1);
    };
    if (!strange(first)) return false;
    if (is_too_long_to_list(footprint)) return true;
    const std::uint64_t each = lines_of_page(footprint.stride);
    return each < 4 || strange(first_latencies(walk_from(footprint, each / 2 + 1), footprint.stride));
  }

  // Whether first accesses to blocks are slow more often than others. A TLB miss may have the latency of the next level, but it
  // occurs more often than misses to that level: the line in the middle of a page is then slow more often if it is read first.
  bool takes_more_often(const FootprintWalk& footprint, const std::vector<float>& first, const std::vector<float>& others,
                        const std::vector<inference::LatencyLevel>& levels) {
    const std::uint64_t each = lines_of_page(footprint.stride);
    if (lab_.keeps_state() || each < 4 || !is_slower_than(first, others, levels)) return false;
    if (is_too_long_to_list(footprint)) return true;
    std::vector<float> not_first;
    for (std::size_t i = 0; i < footprint.walk.cycles.size(); ++i)
      if (i % footprint.walk.period % each == each / 2) not_first.push_back(footprint.walk.cycles[i]);
    return is_slower_than(first_latencies(walk_from(footprint, each / 2), footprint.stride), not_first, levels);
  }

  // Whether the walk has too many elements to list them. A list of tens of megabytes takes long to send and to follow. On a card,
  // lines beyond the L2 take half a second.
  bool is_too_long_to_list(const FootprintWalk& footprint) const {
    constexpr std::uint64_t kMostListed = 1 << 21, kMostListedOnCard = 1 << 17;
    return footprint.bytes / footprint.stride > (lab_.keeps_state() ? kMostListedOnCard : kMostListed);
  }

  // Reads each page from its line `begin` on, and then the lines before it.
  Walk walk_from(const FootprintWalk& footprint, std::uint64_t begin) {
    const std::uint64_t each = lines_of_page(footprint.stride);
    std::vector<std::uint64_t> offsets;
    for (std::uint64_t block = 0; block < footprint.bytes; block += kSmallestPage)
      for (std::uint64_t i = 0; i < each; ++i) offsets.push_back(block + (i + begin) % each * footprint.stride);
    return lab_.walk(offsets, {2, std::max<std::uint64_t>(1, kFewestTimed / offsets.size())}, "each page from its middle on");
  }

  // Whether lines are slower without a primer. Many numbers of pages are tried: a TLB with few entries misses with many pages, and
  // a TLB with many sets misses with a few pages of one set.
  bool some_are_slower_unprimed(std::uint64_t bytes) {
    constexpr std::uint64_t kLeast = 4, kMost = 1 << 14;
    for (std::uint64_t lines = kLeast; lines <= kMost && lines * kSmallestPage <= bytes; lines *= 2)
      if (is_slower_unprimed(bytes, lines)) return true;
    return false;
  }

  // Whether lines from all over [0, bytes) take longer if no other line of their page is read just before.
  bool is_slower_unprimed(std::uint64_t bytes, std::uint64_t lines) {
    // Enough accesses to detect a quarter of a standard deviation: a TLB miss may add as little as the next level does.
    constexpr std::uint64_t kFewestPasses = 4, kFewestAccesses = 1024;
    constexpr double kErrors = 5, kErrorOfQuartile = 1.3626;  // kErrorOfQuartile: in standard errors of the mean, for normal noise
    const std::uint64_t passes = std::max(kFewestPasses, kFewestAccesses / lines);
    const double error = std::sqrt(2 / static_cast<double>(passes * lines)) * kErrorOfQuartile * survey_.noise.sigma;
    Random random(0x5b4ead);
    const std::uint64_t blocks = bytes / lines / kSmallestPage;
    std::vector<std::uint64_t> alone, primed;
    for (std::uint64_t i = 0; i < lines; ++i) {
      const std::uint64_t block = (i * blocks + random.below(blocks)) * kSmallestPage;
      const std::uint64_t line = random.below(kSmallestPage / 2 / 16) * 16;
      alone.push_back(block + line);
      primed.push_back(block + kSmallestPage / 2 + line);
      primed.push_back(block + line);
    }
    try {
      const Walk without = lab_.walk(alone, {2, passes}, "lines far apart");
      const Walk with = lab_.walk(primed, {2, passes}, "lines far apart, their pages looked up before");
      std::vector<float> latencies;
      for (std::size_t i = 1; i < with.cycles.size(); i += 2) latencies.push_back(with.cycles[i]);
      std::vector<float> slower = without.cycles;
      std::sort(latencies.begin(), latencies.end());
      std::sort(slower.begin(), slower.end());
      for (const std::size_t quarter : {1U, 2U, 3U}) {
        const double a = latencies[quarter * latencies.size() / 4], b = slower[quarter * slower.size() / 4];
        if (b - a > kErrors * error + statistics::kDrift * a) return true;
      }
    } catch (const Undecided&) {
    }
    return false;
  }

  Lab& lab_;
  const Survey& survey_;
};

}  // namespace

std::uint64_t find_clean_footprint(Lab& lab, const Survey& survey, const std::vector<FootprintWalk>& walks) {
  return CleanFootprint(lab, survey).find(walks);
}

bool follows_pages(const Survey& survey, const Walk& walk, const inference::Band& band, std::uint64_t stride, double cut) {
  constexpr std::size_t kOthers = 2;  // misses after each first one, at the least
  constexpr double kStrays = 0.02;
  const std::uint64_t each = std::max<std::uint64_t>(kSmallestPage / stride, 1);
  // The upper end of a level may be an outlier. So the level is taken to end as far above its median as it begins below it.
  const double high = survey.noise.exact() ? band.high : std::min(band.high, 2 * band.median - band.low);
  inference::Band wide = inference::widened({band.low, band.median, high}, survey.noise);
  wide.low = std::max(wide.low, (survey.levels.back().latency.high + band.low) / 2);
  std::size_t first = 0, later = 0, later_slow = 0;
  for (std::size_t begin = 0; begin < walk.cycles.size(); begin += each) {
    bool missed = false, slow = false;
    for (std::size_t i = begin; i < std::min(begin + each, walk.cycles.size()); ++i) {
      if (walk.cycles[i] <= cut) continue;
      const bool is_slow = wide.holds(walk.cycles[i]);
      if (!missed) {
        first += is_slow ? 1 : 0;
        slow = is_slow;
      } else if (slow) {
        ++later;
      }
      later_slow += missed && is_slow ? 1 : 0;
      missed = true;
    }
  }
  const double by_chance = survey.noise.exact() ? 0 : 1 + tolerated_share(survey.noise) * static_cast<double>(later);
  return first > 0 && later >= kOthers * first &&
         static_cast<double>(later_slow) <= (kStrays + tolerated_share(survey.noise)) * static_cast<double>(first) + by_chance;
}

}  // namespace chasescope::structure
