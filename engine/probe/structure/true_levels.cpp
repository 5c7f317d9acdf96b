#include "engine/probe/structure/true_levels.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_set>
#include <variant>
#include <vector>

namespace chasescope::structure {
namespace {

double share_above(const std::vector<float>& cycles, double cut) {
  const auto slow = std::count_if(cycles.begin(), cycles.end(), [&](float c) { return c > cut; });
  return cycles.empty() ? 0 : static_cast<double>(slow) / static_cast<double>(cycles.size());
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

/// Whether places show other multiples of the tick from pass to pass. A pass may take a whole number of ticks, so that each begins like
/// the one before: it is made without its last elements, too.
bool do_places_waver(Lab& lab, const RunPtr& run, double tick) {
  constexpr std::size_t kShorter = 3;
  if (!run || !run->chase()) return false;
  std::vector<std::uint64_t> offsets = elements_of(run->chase()->request.pattern);
  for (std::size_t left_out = 0; left_out <= kShorter && offsets.size() > 1; ++left_out, offsets.pop_back()) {
    const Walk walk = lab.walk(offsets, {.warm = 1, .timed = 3}, "whether the clock ticks by several cycles");
    std::size_t wavering = 0;
    for (std::size_t i = 0; i < walk.period; ++i)
      wavering += std::abs(walk.at(1, i) - walk.at(0, i)) == static_cast<float>(tick) || std::abs(walk.at(2, i) - walk.at(0, i)) == static_cast<float>(tick) ? 1 : 0;
    if (static_cast<double>(wavering) > kSome * static_cast<double>(walk.period)) return true;
  }
  return false;
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
      if ((is_beside || band.high - band.low == one) && do_places_waver(lab, survey.levels[i].shown_by, one)) return one;
    }
  } catch (const Unanswered&) {
    throw;
  } catch (const Undecided&) {  // there is no room for it
  }
  return 0;
}

void refuse_levels_that_do_not_come_again(Lab& lab, const Survey& survey) {
  constexpr int kRounds = 2;
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
        return std::abs(is - was) > kOutgrownShare;  // chance in the replacement moves it by less
      };
      const bool is_slower = i + 1 < survey.levels.size() && differs(survey.cut(i)), is_faster = i > 0 && differs(survey.cut(i - 1));
      if (is_slower || is_faster)
        throw Undecided("A chase that took about " + std::to_string(std::lround(survey.levels[i].latency.median)) +
                        " cycles an access took other times when it was repeated: the clock changes its speed, or somebody else uses the device. A locked "
                        "clock, and a device that nobody else uses, would tell.");
    }
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
    const inference::Band far = survey.levels.back().latency;
    survey.levels.pop_back();
    survey.boundaries.pop_back();
    survey.levels.back().latency.high = std::max(survey.levels.back().latency.high, far.high);
  }
}

}  // namespace chasescope::structure
