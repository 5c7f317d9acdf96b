#include "engine/probe/structure/tlb_penalty.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "engine/inference/latency_noise.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kEnough = 1 << 14;
constexpr std::size_t kFewest = 1 << 9;
constexpr double kPrecise = 0.015, kLeast = 0.5;
constexpr std::uint64_t kPrimer = 2048;  // away from the line, in the same 4 KiB

struct Start {
  inference::LatencyAtStart latency;
  RunPtr run;
};

// The accesses that are nearer to this level than to any other.
Start start_of(PageWalk& pages, const TlbSurvey& survey, std::size_t level, const Addresses& asked, const std::string& label) {
  const Walk walk = pages.walk(asked, {3, std::max<std::uint64_t>(2, kEnough / asked.size())}, label);
  const auto& own = survey.levels[level].latency;
  const inference::Band band = inference::widened(own, pages.survey().noise);
  std::vector<float> cycles;
  std::vector<double> place;
  for (std::size_t i = 0; i < walk.cycles.size(); ++i) {
    const double value = walk.cycles[i];
    const bool nearest = std::all_of(survey.levels.begin(), survey.levels.end(), [&](const TranslationLevel& other) {
      return std::abs(value - own.median) <= std::abs(value - other.latency.median);
    });
    if (!nearest || !band.holds(value)) continue;
    cycles.push_back(walk.cycles[i]);
    place.push_back(static_cast<double>(i) / static_cast<double>(walk.cycles.size() - 1));
  }
  if (cycles.size() < kFewest) throw Undecided("Too few accesses took as long again, so that the noise can't be taken out.");
  return {inference::latency_at_start(cycles, place), walk.run};
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

bool is_translation(PageWalk& pages, const TranslationLevel& miss) {
  constexpr std::uint64_t kPasses = 8;
  constexpr double kStill = 0.5;
  const Walk plain = pages.walk(miss.shown_at, {3, kPasses}, "those pages once more");
  const auto* listed = std::get_if<OffsetsPattern>(&plain.run->chase()->request.pattern);
  if (listed == nullptr || listed->offsets.size() != plain.period) return true;  // other lines in every pass: none stays to be missed
  Addresses primed;
  for (const std::uint64_t line : listed->offsets) {
    primed.push_back(line ^ kPrimer);
    primed.push_back(line);
  }
  const Walk after = pages.lab().single(primed, 3 * primed.size(), kPasses * primed.size(), "each after another line of its page");
  const inference::Band band = inference::widened(miss.latency, pages.survey().noise);
  std::size_t slow = 0, still = 0;
  for (const float cycles : plain.cycles) slow += band.holds(cycles) ? 1 : 0;
  for (std::size_t i = 1; i < after.cycles.size(); i += 2) still += band.holds(after.cycles[i]) ? 1 : 0;
  return slow == 0 || static_cast<double>(still) <= kStill * static_cast<double>(slow);
}

}  // namespace chasescope::structure
