#include "engine/probe/structure/true_levels.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

#include "engine/probe/structure/clean_footprint.h"

namespace chasescope::structure {
namespace {

double share_above(const std::vector<float>& cycles, double cut) {
  const auto slow = std::count_if(cycles.begin(), cycles.end(), [&](float c) { return c > cut; });
  return cycles.empty() ? 0 : static_cast<double>(slow) / static_cast<double>(cycles.size());
}

/// Calls see(offset, the one before, cycles) for the elements of one pass of a run, but for those that a page may have been looked up for.
template <typename See>
void look_through(const RunPtr& run, const See& see) {
  if (!run || !run->chase()) return;
  const ChaseRequest& request = run->chase()->request;
  const std::uint64_t period = accesses_per_pass(request.pattern);
  const auto* const uniform = std::get_if<UniformPattern>(&request.pattern);
  const auto* const listed = std::get_if<OffsetsPattern>(&request.pattern);
  if (period < 2 || request.warmup % period != 0 || (uniform == nullptr && listed == nullptr)) return;
  const auto offset = [&](std::uint64_t i) { return uniform != nullptr ? i * uniform->stride : listed->offsets[i]; };
  const std::vector<float> cycles = run->chase()->result.cycles.copy();
  for (std::uint64_t i = 1; i < std::min<std::uint64_t>(period, cycles.size()); ++i)
    if (!first_of_block(offset(i - 1), offset(i))) see(offset(i), offset(i - 1), cycles[i]);
}

/// Of two levels, the latencies that are those of the nearer and of the farther one.
struct Between {
  double above = 0, cut = 0, most = 1e300;
  bool is_near(double cycles) const { return cycles > above && cycles <= cut; }
  bool is_far(double cycles) const { return cycles > cut && cycles <= most; }
};

Between between(const Survey& survey, std::size_t nearer) {
  Between cuts;
  if (nearer > 0) cuts.above = survey.cut(nearer - 1);
  cuts.cut = survey.cut(nearer);
  if (nearer + 2 < survey.levels.size()) cuts.most = survey.cut(nearer + 1);
  return cuts;
}

constexpr double kSome = 0.05;  // of the places: noise makes fewer look like those of another level

/// Whether some places showed the one level in one chase and the other in another.
bool showed_both(const Survey& survey, std::size_t nearer) {
  const Between cuts = between(survey, nearer);
  std::unordered_map<std::uint64_t, unsigned> shown;  // by place: 1 the nearer level, 2 the farther, 3 both
  const auto look_at = [&](const RunPtr& run) {
    look_through(run, [&](std::uint64_t place, std::uint64_t, double cycles) {
      if (cuts.is_near(cycles)) shown[place] |= 1;
      if (cuts.is_far(cycles)) shown[place] |= 2;
    });
  };
  for (const RunPtr& run : survey.sweep) look_at(run);
  look_at(survey.levels[nearer].shown_by);
  look_at(survey.levels[nearer + 1].shown_by);
  std::size_t far = 0, both = 0;
  for (const auto& [place, levels] : shown) {
    far += (levels & 2) != 0 ? 1 : 0;
    both += levels == 3 ? 1 : 0;
  }
  return static_cast<double>(both) > kSome * static_cast<double>(far);
}

/// Whether places that showed the farther one of two levels show the nearer one where fewer of them are read.
bool do_places_come_nearer(Lab& lab, const Survey& survey, std::size_t nearer) {
  constexpr std::size_t kFewest = 4;
  const Between cuts = between(survey, nearer);
  struct Pair {
    std::uint64_t before, element;  // of one block, so that pages are looked up
  };
  std::vector<Pair> far;
  look_through(survey.levels[nearer + 1].shown_by, [&](std::uint64_t place, std::uint64_t before, double cycles) {
    if (cuts.is_far(cycles)) far.push_back({before, place});
  });
  if (far.size() < kFewest) return true;  // nothing speaks against it
  for (std::size_t kept = far.size() * 3 / 4; kept >= kFewest; kept = kept * 2 / 3) {
    std::vector<std::uint64_t> offsets;
    std::vector<std::size_t> asked;
    std::unordered_set<std::uint64_t> taken;
    for (std::size_t i = 0; i < kept; ++i) {
      if (taken.count(far[i].element) != 0) continue;
      const bool is_next = !offsets.empty() && offsets.back() == far[i].before;
      if (!is_next && !taken.insert(far[i].before).second) continue;
      if (!is_next) offsets.push_back(far[i].before);
      taken.insert(far[i].element);
      asked.push_back(offsets.size());
      offsets.push_back(far[i].element);
    }
    if (asked.empty()) return true;
    const Walk walk = lab.walk(offsets, {.warm = 2, .timed = 1}, "whether places change their level");
    const auto near = std::count_if(asked.begin(), asked.end(), [&](std::size_t i) { return cuts.is_near(walk.at(0, i)); });
    if (static_cast<double>(near) > kSome * static_cast<double>(asked.size())) return true;
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
    try {
      is_of_places = !showed_both(survey, i) && !do_places_come_nearer(lab, survey, i);
    } catch (const Unanswered&) {
      throw;
    } catch (const Undecided&) {  // there is no room for it
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
