#include "engine/probe/structure/true_levels.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_set>

#include "engine/probe/structure/clean_footprint.h"

namespace chasescope::structure {
namespace {

double share_above(const std::vector<float>& cycles, double cut) {
  const auto slow = std::count_if(cycles.begin(), cycles.end(), [&](float c) { return c > cut; });
  return cycles.empty() ? 0 : static_cast<double>(slow) / static_cast<double>(cycles.size());
}

/// Elements that one level answered, each with the one that was read before it, which is of the same block: so pages are looked up.
struct Pairs {
  std::vector<std::uint64_t> before, element;
};

/// Those of a run that took longer than `cut` and no longer than `most`.
Pairs slow_elements(const RunPtr& run, double cut, double most) {
  Pairs pairs;
  const ChaseRequest& request = run->chase()->request;
  const std::uint64_t period = accesses_per_pass(request.pattern);
  const auto* const uniform = std::get_if<UniformPattern>(&request.pattern);
  const auto* const listed = std::get_if<OffsetsPattern>(&request.pattern);
  if (period < 2 || request.warmup % period != 0 || (uniform == nullptr && listed == nullptr)) return pairs;
  const auto offset = [&](std::uint64_t i) { return uniform != nullptr ? i * uniform->stride : listed->offsets[i]; };
  const std::vector<float> cycles = run->chase()->result.cycles.copy();
  for (std::uint64_t i = 1; i < std::min<std::uint64_t>(period, cycles.size()); ++i)
    if (cycles[i] > cut && cycles[i] <= most && !first_of_block(offset(i - 1), offset(i))) {
      pairs.before.push_back(offset(i - 1));
      pairs.element.push_back(offset(i));
    }
  return pairs;
}

/// Whether places that showed the farther one of two levels show the nearer one where fewer of them are read.
bool do_places_come_nearer(Lab& lab, const Survey& survey, std::size_t nearer) {
  constexpr double kSome = 0.05, kNoEnd = 1e300;                // of the places: noise shows fewer
  constexpr std::size_t kParts = 8, kKept[] = {6, 4, 3, 2, 1};  // of eight neighbours
  const double above = nearer == 0 ? 0 : survey.cut(nearer - 1), cut = survey.cut(nearer);
  const double most = nearer + 2 < survey.levels.size() ? survey.cut(nearer + 1) : kNoEnd;
  const Pairs far = slow_elements(survey.levels[nearer + 1].shown_by, cut, most);
  if (far.element.empty()) return true;  // nothing speaks against it
  for (const std::size_t kept : kKept) {
    std::vector<std::uint64_t> offsets;
    std::vector<std::size_t> asked;
    std::unordered_set<std::uint64_t> taken;
    for (std::size_t i = 0; i < far.element.size(); ++i) {
      if (i % kParts >= kept || taken.count(far.element[i]) != 0) continue;
      const bool is_next = !offsets.empty() && offsets.back() == far.before[i];
      if (!is_next && !taken.insert(far.before[i]).second) continue;
      if (!is_next) offsets.push_back(far.before[i]);
      taken.insert(far.element[i]);
      asked.push_back(offsets.size());
      offsets.push_back(far.element[i]);
    }
    if (asked.empty()) continue;
    const Walk walk = lab.walk(offsets, {.warm = 2, .timed = 1}, "whether places change their level");
    const auto between = std::count_if(asked.begin(), asked.end(), [&](std::size_t i) { return walk.at(0, i) > above && walk.at(0, i) <= cut; });
    if (static_cast<double>(between) > kSome * static_cast<double>(asked.size())) return true;
  }
  return false;
}

}  // namespace

double tick_of(const Survey& survey) {
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
  for (std::size_t i = 0; tick > 1 && i < survey.levels.size(); ++i) {
    const inference::Band& band = survey.levels[i].latency;
    if (band.high - band.low == one) return one;
    if (i > 0 && band.low - survey.levels[i - 1].latency.high <= one) return one;
  }
  return 0;
}

void refuse_levels_that_do_not_come_again(Lab& lab, const Survey& survey) {
  constexpr int kRounds = 2;
  const double strays = 3 * tolerated_share(survey.noise) + 0.02;
  for (int round = 0; round < kRounds; ++round)
    for (std::size_t i = 0; i < survey.levels.size(); ++i) {
      const RunPtr& run = survey.levels[i].shown_by;
      if (!run || !run->chase()) continue;
      std::vector<float> again;
      try {
        again = lab.longer(run, 1, "once more, whether the level comes again").cycles;
      } catch (const Unanswered&) {
        throw;
      } catch (const Undecided&) {
        return;  // there is no room for it
      }
      const std::vector<float> before = run->chase()->result.cycles.copy();
      const auto differs = [&](double cut) {
        const double was = share_above(before, cut), is = share_above(again, cut);
        return std::abs(is - was) > std::max(was / 2, strays);
      };
      const bool is_slower = i + 1 < survey.levels.size() && differs(survey.cut(i)), is_faster = i > 0 && differs(survey.cut(i - 1));
      if (is_slower || is_faster)
        throw Undecided("A chase that took about " + std::to_string(std::lround(survey.levels[i].latency.median)) +
                        " cycles an access took other times when it was repeated: the clock changes its speed, or somebody else uses the device. A locked "
                        "clock, and a device that nobody else uses, would tell.");
    }
}

void join_levels_of_places(Lab& lab, Survey& survey) {
  for (std::size_t i = 0; i < survey.boundaries.size();) {
    bool is_of_places = false;
    if (survey.levels[i + 1].shown_by && survey.levels[i + 1].shown_by->chase()) {
      try {
        is_of_places = !do_places_come_nearer(lab, survey, i);
      } catch (const Unanswered&) {
        throw;
      } catch (const Undecided&) {  // there is no room for it
      }
    }
    if (!is_of_places) {
      ++i;
      continue;
    }
    inference::Band& nearer = survey.levels[i].latency;
    nearer.high = std::max(nearer.high, survey.levels[i + 1].latency.high);
    survey.levels.erase(survey.levels.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    survey.boundaries.erase(survey.boundaries.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

}  // namespace chasescope::structure
