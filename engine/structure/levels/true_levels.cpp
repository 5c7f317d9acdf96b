#include "engine/structure/levels/true_levels.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <variant>
#include <vector>

#include "engine/inference/levels/ticked_readings.h"
#include "engine/statistics/assumptions.h"
#include "engine/structure/levels/sweep_walk.h"

namespace chasescope::structure {
namespace {

double share_above(const std::vector<float>& cycles, double cut) {
  const auto slow = std::count_if(cycles.begin(), cycles.end(), [&](float c) { return c > cut; });
  return cycles.empty() ? 0 : static_cast<double>(slow) / static_cast<double>(cycles.size());
}

/// The mean of the latencies in (above, until]; no value if there are too few. The mean is used because the median of a level with
/// near and far places may jump between the two.
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

constexpr double kSomePlaces = 0.05;  // share of the places; noise makes fewer look like those of another level

// The numbers of elements by which the second walk starts later: less than a line, and several lines with their misses.
constexpr std::size_t kLater[] = {1, 2, 3, 4, 8, 12, 16, 24, 32, 64};

/// Whether the clock ticks by `tick`. A second walk over untouched memory starts a few elements later, so that the clock is at
/// another phase when the walk reads the same places. No cache holds any of this memory, so only the clock can change the
/// latencies.
bool do_cold_places_waver(Lab& lab, const Survey& survey, double tick) {
  if (!survey.cold || !survey.cold->chase() || survey.cold->chase()->request.warmup > 0) return false;
  const std::vector<std::uint64_t> offsets = elements_of(survey.cold->chase()->request.pattern);
  const std::vector<float> first = survey.cold->chase()->result.cycles.copy();
  for (const std::size_t later : kLater) {
    if (later >= std::min(offsets.size(), first.size()) / 2) break;
    const Walk walk = lab.walk({offsets.begin() + static_cast<std::ptrdiff_t>(later), offsets.end()}, {.warm = 0, .timed = 1},
                               "whether the clock ticks by several cycles");
    std::size_t wavering[2] = {}, seen[2] = {};  // [0]: fast accesses, [1]: slow ones
    for (std::size_t i = 0; i < std::min<std::size_t>(walk.period, first.size() - later); ++i) {
      const std::size_t from_afar = first[i + later] > survey.levels.front().latency.high ? 1 : 0;
      ++seen[from_afar];
      wavering[from_afar] += std::abs(walk.at(0, i) - first[i + later]) == static_cast<float>(tick) ? 1 : 0;
    }
    for (const std::size_t kind : {0, 1})
      if (static_cast<double>(wavering[kind]) > kSomePlaces * static_cast<double>(seen[kind])) return true;
  }
  return false;
}

/// The same test with the walk that showed a level, started a few places later. With real levels, hardly a place then changes its
/// level. If many places do even when the walk is repeated unchanged, the replacement is random. Then the order of the readings
/// decides, of which the lower one is `lower`.
bool do_shown_places_waver(Lab& lab, const DataLevel& level, double lower, double tick) {
  if (!level.shown_by || !level.shown_by->chase()) return false;
  const ChaseRequest& request = level.shown_by->chase()->request;
  const std::vector<std::uint64_t> offsets = elements_of(request.pattern);
  const std::vector<float> first = level.shown_by->chase()->result.cycles.copy();
  if (offsets.empty() || request.warmup % offsets.size() != 0 || request.warmup == 0) return false;
  const std::uint64_t warm = request.warmup / offsets.size();
  const auto walk_from = [&](std::size_t later, std::uint64_t passes) {
    std::vector<std::uint64_t> rotated = offsets;
    std::rotate(rotated.begin(), rotated.begin() + static_cast<std::ptrdiff_t>(later), rotated.end());
    return lab.walk(rotated, {.warm = warm, .timed = passes}, "whether the clock ticks by several cycles");
  };
  const auto do_places_waver = [&](std::size_t later) {
    const Walk walk = walk_from(later, 1);
    std::size_t wavering = 0, seen = 0;
    for (std::size_t i = 0; i < walk.period; ++i) {
      const std::size_t place = (i + later) % offsets.size();
      if (place >= first.size() || first[place] < level.latency.low - tick || first[place] > level.latency.high + tick) continue;
      ++seen;
      wavering += std::abs(walk.at(0, i) - first[place]) == static_cast<float>(tick) ? 1 : 0;
    }
    return static_cast<double>(wavering) > kSomePlaces * static_cast<double>(seen);
  };
  if (do_places_waver(0)) {
    constexpr std::uint64_t kReadings = 4096;  // most sequences of readings that a random order may show
    const Walk walk = walk_from(0, kReadings / offsets.size() + 1);
    return inference::are_of_one_latency(walk.cycles, static_cast<float>(lower), static_cast<float>(lower + tick));
  }
  return std::any_of(std::begin(kLater), std::end(kLater),
                     [&](std::size_t later) { return later < offsets.size() / 2 && do_places_waver(later); });
}

/// A walk over twice the footprint of `run`; null if there is none.
RunPtr walk_over_twice(Lab& lab, const RunPtr& run) {
  const auto* uniform = run && run->chase() ? std::get_if<UniformPattern>(&run->chase()->request.pattern) : nullptr;
  try {
    if (uniform == nullptr || !lab.reaches(2 * uniform->bytes)) return nullptr;
    return sweep_walk(lab, 2 * uniform->bytes, uniform->stride).run;
  } catch (const Unanswered&) {
    throw;
  } catch (const Undecided&) {  // too many accesses
    return nullptr;
  }
}

}  // namespace

std::uint64_t longest_tick(const Survey& survey) {
  std::uint64_t tick = 0;
  const auto divides_all = [&](const RunPtr& run) {
    if (!run || !run->chase()) return true;
    for (const float cycles : run->chase()->result.cycles.copy()) {
      if (cycles != std::floor(cycles) || cycles < 0) return false;
      tick = std::gcd(tick, static_cast<std::uint64_t>(cycles));
      if (tick == 1) return true;
    }
    return true;
  };
  if (!divides_all(survey.reference) || !divides_all(survey.cold)) return 0;
  for (const RunPtr& run : survey.sweep)
    if (tick != 1 && !divides_all(run)) return 0;
  return tick;
}

double tick_of(Lab& lab, const Survey& survey) {
  const std::uint64_t tick = longest_tick(survey);
  const auto one = static_cast<double>(tick);
  try {
    for (std::size_t i = 0; tick > 1 && i < survey.levels.size(); ++i) {
      const inference::Band& band = survey.levels[i].latency;
      const bool is_beside = i > 0 && band.low - survey.levels[i - 1].latency.high <= one;
      if (!is_beside && band.high - band.low != one) continue;
      const double lower = is_beside ? survey.levels[i - 1].latency.high : band.low;
      if (do_cold_places_waver(lab, survey, one) || do_shown_places_waver(lab, survey.levels[i], lower, one)) return one;
    }
  } catch (const Unanswered&) {
    throw;
  } catch (const Undecided&) {  // the memory is too small for it
  }
  return 0;
}

std::string why_levels_do_not_come_again(Lab& lab, const Survey& survey) {
  // A repeated walk shows a false level again if the clock happens to change its speed in between, with a probability of at most
  // one half. A false level and the level before it pass all rounds in one of 256 surveys.
  constexpr int kRounds = 4;
  constexpr double kOtherSpeed = 2 * statistics::kDrift;  // share of a latency; drift is smaller
  // Times the difference between the latencies of one element in several chases.
  constexpr double kTimesSeen = 3;
  const auto other_times = [](const DataLevel& level) {
    return "A chase that took about " + std::to_string(std::lround(level.latency.median)) +
           " cycles an access had other latencies when it was repeated. The clock changes its speed, or another program uses the "
           "device. Lock the clock, and measure while nobody else uses the device.";
  };
  for (std::size_t i = 0; i + 1 < survey.levels.size(); ++i)
    if (const double nearer = survey.levels[i].latency.median;
        survey.levels[i + 1].latency.median - nearer <= kTimesSeen * survey.wanders * nearer)
      return other_times(survey.levels[i]);
  std::vector<RunPtr> walks;  // by level
  for (const DataLevel& level : survey.levels) walks.push_back(level.shown_by);
  // Replaces the walk of a level by one over twice as much. A walk over a few lines more than a cache holds may fall in and out of
  // step with the replacement: all lines then stay for some passes, and all are evicted in others. One random eviction in a cache
  // in front decides which. Of twice as much, a cache keeps hardly a line. A clock that changes its speed shows in any walk.
  const auto walk_farther = [&](std::size_t level) {
    if (level == 0 || walks[level] != survey.levels[level].shown_by) return false;
    const RunPtr twice = walk_over_twice(lab, walks[level]);
    if (!twice || share_above(twice->chase()->result.cycles.copy(), survey.cut(level - 1)) < kOutgrownShare) return false;
    walks[level] = twice;
    return true;
  };
  try {
    for (int round = 0; round < kRounds; ++round)
      for (std::size_t i = 0; i < survey.levels.size(); ++i) {
        const RunPtr& run = walks[i];
        if (!run || !run->chase()) continue;
        const std::vector<float> again = lab.longer(run, 1, "once more, whether the level comes again").cycles,
                                 before = run->chase()->result.cycles.copy();
        const auto differs = [&](double cut) {
          return std::abs(share_above(again, cut) - share_above(before, cut)) >
                 kOutgrownShare;  // random replacement moves it by less
        };
        // At another speed, all latencies of a level may be higher and still belong to it.
        const double above = i > 0 ? survey.cut(i - 1) : -1;
        const double until = i + 1 < survey.levels.size() ? survey.cut(i) : std::numeric_limits<double>::infinity();
        const auto mean_before = mean_within(before, above, until), mean_again = mean_within(again, above, until);
        if (mean_before && mean_again && std::abs(*mean_again / *mean_before - 1) > kOtherSpeed)
          return other_times(survey.levels[i]);
        if (!(i + 1 < survey.levels.size() && differs(survey.cut(i))) && !(i > 0 && differs(survey.cut(i - 1)))) continue;
        if (!walk_farther(i)) return other_times(survey.levels[i]);
        round = -1;  // all rounds again
        break;
      }
  } catch (const Unanswered&) {
    throw;
  } catch (const Undecided&) {  // the memory is too small for it
  }
  return {};
}

}  // namespace chasescope::structure
