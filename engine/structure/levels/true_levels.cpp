#include "engine/structure/levels/true_levels.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <unordered_set>
#include <variant>
#include <vector>

#include "engine/statistics/assumptions.h"
#include "engine/statistics/median.h"

namespace chasescope::structure {
namespace {

double share_above(const std::vector<float>& cycles, double cut) {
  const auto slow = std::count_if(cycles.begin(), cycles.end(), [&](float c) { return c > cut; });
  return cycles.empty() ? 0 : static_cast<double>(slow) / static_cast<double>(cycles.size());
}

/// The mean of those between; nothing where there are too few to tell. Where places of a level are nearer and farther, chance may
/// move its median.
std::optional<double> mean_within(const std::vector<float>& cycles, double above, double until) {
  constexpr std::size_t kFewest = 64;
  double sum = 0;
  std::size_t count = 0;
  for (const float each : cycles)
    if (each > above && each <= until) {
      sum += each;
      ++count;
    }
  if (count < kFewest) return std::nullopt;
  return sum / static_cast<double>(count);
}

/// The elements of one pass, in order; none where the pattern does not say.
std::vector<std::uint64_t> elements_of(const Pattern& pattern) {
  if (const auto* listed = std::get_if<OffsetsPattern>(&pattern)) return listed->offsets;
  std::vector<std::uint64_t> offsets;
  if (const auto* uniform = std::get_if<UniformPattern>(&pattern))
    for (std::uint64_t i = 0; i < accesses_per_pass(pattern); ++i) offsets.push_back(i * uniform->stride);
  return offsets;
}

/// Calls see(offset, cycles) for the elements of one pass of a run, but for those that a page may have been looked up for.
template <typename See>
void look_through(const RunPtr& run, const See& see) {
  if (!run || !run->chase()) return;
  const ChaseRequest& request = run->chase()->request;
  const std::vector<std::uint64_t> offsets = elements_of(request.pattern);
  if (offsets.size() < 2 || request.warmup % offsets.size() != 0) return;
  const std::vector<float> cycles = run->chase()->result.cycles.copy();
  for (std::size_t i = 1; i < std::min(offsets.size(), cycles.size()); ++i)
    if (!first_of_block(offsets[i - 1], offsets[i])) see(offsets[i], cycles[i]);
}

/// The median of the latencies above `cut`, but for those that a page may have been looked up for; nothing where there are none.
std::optional<double> median_from(const RunPtr& run, double cut) {
  std::vector<double> cycles;
  look_through(run, [&](std::uint64_t, double each) {
    if (each > cut) cycles.push_back(each);
  });
  if (cycles.empty()) return std::nullopt;
  return inference::upper_median(cycles);
}

constexpr std::uint64_t kElement = 4;
constexpr double kSome = 0.05;  // of the places: noise makes fewer look like those of another level

/// Whether the places that showed the level before the last take longer when they are read for the first time.
bool do_places_come_from_farther(Lab& lab, const Survey& survey) {
  const std::size_t nearer = survey.levels.size() - 2;
  const double above = nearer == 0 ? 0 : survey.cut(nearer - 1), cut = survey.cut(nearer);
  std::vector<std::uint64_t> offsets;
  std::vector<std::size_t> asked;
  std::unordered_set<std::uint64_t> blocks;
  look_through(survey.levels[nearer].shown_by, [&](std::uint64_t place, double cycles) {
    if (cycles <= above || cycles > cut) return;
    // One of a block, behind another for which its page is looked up, as far from it as can be: no line has both.
    const std::uint64_t other = place ^ (kSmallestPage / 2);
    if (other + kElement > lab.limit_bytes() || !blocks.insert(place / kSmallestPage).second) return;
    offsets.push_back(other);
    asked.push_back(offsets.size());
    offsets.push_back(place);
  });
  if (asked.empty()) return true;  // nothing speaks against it
  const Walk walk = lab.walk(offsets, {.warm = 0, .timed = 1}, "whether places are slower when they are read first");
  const auto slower = std::count_if(asked.begin(), asked.end(), [&](std::size_t i) { return walk.at(0, i) > cut; });
  return static_cast<double>(slower) > kSome * static_cast<double>(asked.size());
}

/// One pass over neighbouring lines.
struct Pass {
  std::uint64_t stride = 0;
  std::vector<float> cycles;
};

std::vector<Pass> passes_of(const Survey& survey) {
  constexpr std::size_t kMostPlaces = 1 << 20;
  std::vector<Pass> passes;
  for (const RunPtr& run : survey.sweep) {
    if (!run || !run->chase()) continue;
    const ChaseRequest& request = run->chase()->request;
    const auto* uniform = std::get_if<UniformPattern>(&request.pattern);
    const std::uint64_t elements = accesses_per_pass(request.pattern);
    if (uniform == nullptr || elements == 0 || request.warmup == 0 || request.warmup % elements != 0) continue;
    std::vector<float> cycles = run->chase()->result.cycles.copy();
    cycles.resize(std::min({cycles.size(), static_cast<std::size_t>(elements), kMostPlaces}));
    passes.push_back({uniform->stride, std::move(cycles)});
  }
  return passes;
}

/// Whether what levels `near` and near + 1 answer is told by the place alone: places take in a larger walk what they took in the
/// one before, and there are such places of both levels. What is pushed out of a cache moves by all that lies between.
bool do_places_stay(const Survey& survey, const std::vector<Pass>& passes, std::size_t near) {
  constexpr std::size_t kFewest = 8;  // of each level
  const double above = near == 0 ? -1 : survey.cut(near - 1);
  const double until = near + 2 < survey.levels.size() ? survey.cut(near + 1) : std::numeric_limits<double>::infinity();
  // Where the two are parts of one level, either may have been taken to reach as far as the other.
  const double nearer = survey.levels[near].latency.median, half = (survey.levels[near + 1].latency.median - nearer) / 2;
  const auto is_of_them = [&](double cycles) { return cycles > above && cycles <= until; };
  std::size_t near_still = 0, far_still = 0, moved = 0;
  for (std::size_t walk = 1; walk < passes.size(); ++walk) {
    const Pass &before = passes[walk - 1], &after = passes[walk];
    for (std::size_t i = 1; i < before.cycles.size(); ++i) {
      const std::uint64_t place = i * before.stride;
      if (place % after.stride != 0 || first_of_block(place - before.stride, place) || first_of_block(place - after.stride, place))
        continue;
      if (place / after.stride >= after.cycles.size()) break;
      const double first = before.cycles[i], then = after.cycles[place / after.stride];
      if (!is_of_them(first) || !is_of_them(then)) continue;
      ++(std::abs(then - first) > half ? moved : std::max(first, then) <= nearer + half ? near_still : far_still);
    }
  }
  const double by_noise =
      survey.noise.sigma > 0 ? std::erfc(half / (2 * survey.noise.sigma)) : 0;  // the difference of two readings
  // However many places of the farther level were never asked for among few enough others to be in the nearer one, they say
  // nothing.
  const std::size_t still = std::min(near_still, far_still);
  return still >= kFewest && static_cast<double>(moved) <= (kSome + 2 * by_noise) * static_cast<double>(moved + still);
}

void join_with_next(Survey& survey, std::size_t near) {
  const auto at = static_cast<std::ptrdiff_t>(near);
  const double above = near == 0 ? -1 : survey.cut(near - 1);
  const DataLevel far = survey.levels[near + 1];
  survey.levels.erase(survey.levels.begin() + at + 1);
  survey.boundaries.erase(survey.boundaries.begin() + at);
  inference::Band& all = survey.levels[near].latency;
  all.high = std::max(all.high, far.latency.high);
  all.median = median_from(far.shown_by, above).value_or(all.median);
}

constexpr std::size_t kLater[] = {1, 2, 3, 4, 8, 12, 16, 24, 32, 64};  // some hits, and some lines with the miss of each

/// Whether the clock ticks by so much: of two walks over untouched memory, the second begins a few elements later, so that the
/// clock stands elsewhere when the same places come. Nothing was ever read before, and nothing but the clock can make them differ.
bool do_cold_places_waver(Lab& lab, const Survey& survey, double tick) {
  if (!survey.cold || !survey.cold->chase() || survey.cold->chase()->request.warmup > 0) return false;
  const std::vector<std::uint64_t> offsets = elements_of(survey.cold->chase()->request.pattern);
  const std::vector<float> first = survey.cold->chase()->result.cycles.copy();
  for (const std::size_t later : kLater) {
    if (later >= std::min(offsets.size(), first.size()) / 2) break;
    const Walk walk = lab.walk({offsets.begin() + static_cast<std::ptrdiff_t>(later), offsets.end()}, {.warm = 0, .timed = 1},
                               "whether the clock ticks by several cycles");
    std::size_t wavering[2] = {}, seen[2] = {};  // of what was there already, and of what came from afar
    for (std::size_t i = 0; i < std::min<std::size_t>(walk.period, first.size() - later); ++i) {
      const std::size_t from_afar = first[i + later] > survey.levels.front().latency.high ? 1 : 0;
      ++seen[from_afar];
      wavering[from_afar] += std::abs(walk.at(0, i) - first[i + later]) == static_cast<float>(tick) ? 1 : 0;
    }
    for (const std::size_t kind : {0, 1})
      if (static_cast<double>(wavering[kind]) > kSome * static_cast<double>(seen[kind])) return true;
  }
  return false;
}

/// The same of the walk that showed a level, begun a few places later. Of levels that there are, few places move to the other one
/// by that; where they do so also when the walk is repeated as it was, the replacement is left to chance, and nothing is told.
bool do_shown_places_waver(Lab& lab, const DataLevel& level, double tick) {
  if (!level.shown_by || !level.shown_by->chase()) return false;
  const ChaseRequest& request = level.shown_by->chase()->request;
  const std::vector<std::uint64_t> offsets = elements_of(request.pattern);
  const std::vector<float> first = level.shown_by->chase()->result.cycles.copy();
  if (offsets.empty() || request.warmup % offsets.size() != 0 || request.warmup == 0) return false;
  const std::uint64_t warm = request.warmup / offsets.size();
  const auto do_places_waver = [&](std::size_t later) {
    std::vector<std::uint64_t> rotated = offsets;
    std::rotate(rotated.begin(), rotated.begin() + static_cast<std::ptrdiff_t>(later), rotated.end());
    const Walk walk = lab.walk(rotated, {.warm = warm, .timed = 1}, "whether the clock ticks by several cycles");
    std::size_t wavering = 0, seen = 0;
    for (std::size_t i = 0; i < walk.period; ++i) {
      const std::size_t place = (i + later) % offsets.size();
      if (place >= first.size() || first[place] < level.latency.low - tick || first[place] > level.latency.high + tick) continue;
      ++seen;
      wavering += std::abs(walk.at(0, i) - first[place]) == static_cast<float>(tick) ? 1 : 0;
    }
    return static_cast<double>(wavering) > kSome * static_cast<double>(seen);
  };
  if (do_places_waver(0)) return false;
  return std::any_of(std::begin(kLater), std::end(kLater),
                     [&](std::size_t later) { return later < offsets.size() / 2 && do_places_waver(later); });
}

}  // namespace

double tick_of(Lab& lab, const Survey& survey) {
  std::uint64_t tick = 0;
  const auto look_at = [&](const RunPtr& run) {
    if (!run || !run->chase()) return true;
    for (const float cycles : run->chase()->result.cycles.copy()) {
      if (cycles != std::floor(cycles) || cycles < 0) return false;
      tick = std::gcd(tick, static_cast<std::uint64_t>(cycles));
      if (tick == 1) return false;
    }
    return true;
  };
  if (!look_at(survey.reference) || !look_at(survey.cold)) return 0;
  for (const RunPtr& run : survey.sweep)
    if (!look_at(run)) return 0;
  const auto one = static_cast<double>(tick);
  try {
    for (std::size_t i = 0; tick > 1 && i < survey.levels.size(); ++i) {
      const inference::Band& band = survey.levels[i].latency;
      const bool is_beside = i > 0 && band.low - survey.levels[i - 1].latency.high <= one;
      if (!is_beside && band.high - band.low != one) continue;
      if (do_cold_places_waver(lab, survey, one) || do_shown_places_waver(lab, survey.levels[i], one)) return one;
    }
  } catch (const Unanswered&) {
    throw;
  } catch (const Undecided&) {  // there is no room for it
  }
  return 0;
}

std::string why_levels_do_not_come_again(Lab& lab, const Survey& survey) {
  // A level that there is not comes again where the clock happens to have changed in between, at even odds at most: it and the one
  // before it pass all rounds once in 256 surveys.
  constexpr int kRounds = 4;
  constexpr double kOtherSpeed = 2 * statistics::kDrift;  // of a latency: no drift takes it so far
  constexpr double kTimesSeen = 3;                        // of what one element was seen to differ by from chase to chase
  const auto other_times = [](const DataLevel& level) {
    return "A chase that took about " + std::to_string(std::lround(level.latency.median)) +
           " cycles an access took other times when it was repeated: the clock changes its speed, or somebody else uses the "
           "device. A locked "
           "clock, and a device that nobody else uses, would tell.";
  };
  for (std::size_t i = 0; i + 1 < survey.levels.size(); ++i)
    if (const double nearer = survey.levels[i].latency.median;
        survey.levels[i + 1].latency.median - nearer <= kTimesSeen * survey.wanders * nearer)
      return other_times(survey.levels[i]);
  try {
    for (int round = 0; round < kRounds; ++round)
      for (std::size_t i = 0; i < survey.levels.size(); ++i) {
        const RunPtr& run = survey.levels[i].shown_by;
        if (!run || !run->chase()) continue;
        const std::vector<float> again = lab.longer(run, 1, "once more, whether the level comes again").cycles,
                                 before = run->chase()->result.cycles.copy();
        const auto differs = [&](double cut) {
          return std::abs(share_above(again, cut) - share_above(before, cut)) >
                 kOutgrownShare;  // chance in the replacement moves it by less
        };
        // All of a level may take longer at another speed, and still be that level's.
        const double above = i > 0 ? survey.cut(i - 1) : -1;
        const double until = i + 1 < survey.levels.size() ? survey.cut(i) : std::numeric_limits<double>::infinity();
        const auto mean_before = mean_within(before, above, until), mean_again = mean_within(again, above, until);
        if (mean_before && mean_again && std::abs(*mean_again / *mean_before - 1) > kOtherSpeed)
          return other_times(survey.levels[i]);
        if ((i + 1 < survey.levels.size() && differs(survey.cut(i))) || (i > 0 && differs(survey.cut(i - 1))))
          return other_times(survey.levels[i]);
      }
  } catch (const Unanswered&) {
    throw;
  } catch (const Undecided&) {  // there is no room for it
  }
  return {};
}

void join_parts_of_caches(Survey& survey) {
  const std::vector<Pass> passes = passes_of(survey);
  for (std::size_t near = survey.levels.size(); near-- > 0;)
    if (near + 1 < survey.levels.size() - (survey.memory_seen ? 1 : 0) && do_places_stay(survey, passes, near))
      join_with_next(survey, near);
}

void join_memory_of_places(Lab& lab, Survey& survey) {
  while (survey.memory_seen && survey.levels.size() > 1) {
    try {
      if (do_places_come_from_farther(lab, survey)) return;
    } catch (const Unanswered&) {
      throw;
    } catch (const Undecided&) {
      return;  // there is no room for it
    }
    join_with_next(survey, survey.levels.size() - 2);
  }
}

}  // namespace chasescope::structure
