#include "engine/probe/structure/tlb_penalty.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include "engine/inference/latency_noise.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kEnough = 1 << 14;
constexpr std::size_t kFewest = 1 << 9;
constexpr int kMostChases = 64;
constexpr double kPrecise = 0.015, kLeast = 0.5;
constexpr std::uint64_t kPrimer = 2048, kNearest = 4;  // away from the line, in the same 4 KiB

struct Start {
  inference::LatencyAtStart latency;
  RunPtr run;
};

// The accesses that are nearer to this level than to any other, of as many chases as it takes.
Start start_of(PageWalk& pages, const TlbSurvey& survey, std::size_t level, const Addresses& asked, const std::string& label) {
  const auto& own = survey.levels[level].latency;
  const inference::Band band = inference::widened(own, pages.noise());
  const auto belongs = [&](double value) {
    return band.holds(value) && std::all_of(survey.levels.begin(), survey.levels.end(), [&](const TranslationLevel& other) {
             return std::abs(value - own.median) <= std::abs(value - other.latency.median);
           });
  };
  std::vector<float> cycles;
  std::vector<double> place;
  RunPtr run;
  for (int chases = 0; chases < kMostChases && cycles.size() < kEnough; ++chases) {
    const Walk walk = pages.walk(asked, {3, std::max<std::uint64_t>(2, kEnough / asked.size())}, label);
    if (!run) run = walk.run;
    // As they came: the line through them takes the drift out, and says how well.
    const std::vector<float> raw = pages.as_they_came(walk);
    for (std::size_t i = 0; i < walk.cycles.size(); ++i) {
      if (!belongs(walk.cycles[i])) continue;
      cycles.push_back(raw[i]);
      place.push_back(static_cast<double>(i) / static_cast<double>(walk.cycles.size() - 1));
    }
    if (pages.lab().keeps_state()) break;  // it took so many passes that one chase is enough
  }
  if (cycles.size() < kFewest) throw Undecided("Too few accesses took as long again, so that the noise can't be taken out.");
  return {inference::latency_at_start(cycles, place), run};
}

}  // namespace

TlbPenalty measure_penalty(PageWalk& pages, const TlbSurvey& survey, std::size_t level) {
  const Addresses& far = survey.levels[level + 1].shown_at;
  if (far.empty()) throw Undecided("No pages showed it by themselves.");
  // One page alone is always in the nearest TLB.
  const Addresses near = survey.levels[level].shown_at.empty() ? Addresses{far.front()} : survey.levels[level].shown_at;
  const Start hit = start_of(pages, survey, level, near, "what a hit takes, many times");
  const Start miss = start_of(pages, survey, level + 1, far, "what a miss takes, many times");
  TlbPenalty penalty{miss.latency.cycles - hit.latency.cycles, 0, 0, hit.run, miss.run};
  const double uncertainty = hit.latency.uncertainty + miss.latency.uncertainty;
  penalty.low = std::max(0.0, penalty.cycles - uncertainty);
  penalty.high = penalty.cycles + uncertainty;
  if (uncertainty > std::max(kPrecise * penalty.cycles, kLeast)) {
    char text[120];
    std::snprintf(text, sizeof text, "The noise leaves it between %.4g and %.4g cycles, which is too wide to tell.", penalty.low,
                  penalty.high);
    throw Undecided(text);
  }
  return penalty;
}

bool is_translation(PageWalk& pages, const TranslationLevel& hit, const TranslationLevel& miss) {
  if (pages.leaves_translation_alone()) return true;
  constexpr std::uint64_t kPasses = 8;
  constexpr double kStill = 0.5;
  const Walk plain = pages.walk(miss.shown_at, {3, kPasses}, "those pages once more");
  const auto* listed = std::get_if<OffsetsPattern>(&plain.run->chase()->request.pattern);
  if (listed == nullptr || listed->offsets.size() != plain.period) return true;  // other lines in every pass: none stays to be missed
  Addresses primed;
  std::set<std::uint64_t> taken(listed->offsets.begin(), listed->offsets.end());
  for (const std::uint64_t line : listed->offsets) {
    std::uint64_t away = kPrimer;  // pages may share a block, and its lines
    while (away >= kNearest && !taken.insert(line ^ away).second) away /= 2;
    if (away < kNearest) throw Undecided("The lines of a page are all read, so that none is left to bring its translation first.");
    primed.push_back(line ^ away);
    primed.push_back(line);
  }
  Walk after = pages.lab().single(primed, 3 * primed.size(), kPasses * primed.size(), "each after another line of its page");
  after.period = primed.size();
  after = pages.without_drift(std::move(after));
  const inference::Band band = inference::widened(miss.latency, pages.noise());
  const double cut = inference::cut_between(hit.latency, miss.latency, pages.noise());
  const auto missed = [&](float cycles) { return cycles > cut && band.holds(cycles); };
  const auto slow = static_cast<std::size_t>(std::count_if(plain.cycles.begin(), plain.cycles.end(), missed));
  std::size_t still = 0;
  for (std::size_t i = 1; i < after.cycles.size(); i += 2) still += missed(after.cycles[i]) ? 1 : 0;
  return slow == 0 || static_cast<double>(still) <= kStill * static_cast<double>(slow);
}

}  // namespace chasescope::structure
