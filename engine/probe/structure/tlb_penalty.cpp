#include "engine/probe/structure/tlb_penalty.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "engine/inference/latency_noise.h"
#include "engine/inference/slow_drift.h"
#include "engine/trace/number_text.h"

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

// What translation may take, the switch of windows too.
std::vector<double> medians_of(const TlbSurvey& survey) {
  std::vector<double> medians;
  for (const TranslationLevel& level : survey.levels) medians.push_back(level.latency.median);
  if (survey.window) medians.push_back(medians.back() + survey.window->penalty);
  return medians;
}

// Of the walk's pages, those that were answered from this level in every pass. Single accesses would not do where levels are near:
// of many that belong to the one, some look like the other.
std::vector<bool> pages_of(const Walk& walk, const std::vector<double>& medians, std::size_t level,
                           const inference::LatencyNoise& noise) {
  std::vector<bool> belong;
  for (const auto& page : inference::steady_elements(walk.cycles, walk.period, noise.sigma))
    belong.push_back(page.steady && std::all_of(medians.begin(), medians.end(), [&](double other) {
                       return std::abs(page.cycles - medians[level]) <= std::abs(page.cycles - other);
                     }));
  return belong;
}

double distance_to_next(const std::vector<double>& medians, std::size_t level) {
  double distance = std::numeric_limits<double>::max();
  for (std::size_t other = 0; other < medians.size(); ++other)
    if (other != level) distance = std::min(distance, std::abs(medians[other] - medians[level]));
  return distance;
}

// From as many chases as it takes.
Start start_of(PageWalk& pages, const TlbSurvey& survey, std::size_t level, Passes passes, const std::string& label) {
  const std::vector<double> medians = medians_of(survey);
  std::vector<float> cycles;
  std::vector<double> place;
  RunPtr run;
  for (int chases = 0; chases < kMostChases && cycles.size() < kEnough; ++chases) {
    const Walk walk = pages.walk(survey.levels[level].many, passes, label);
    if (!run) run = walk.run;
    // As they came: the line through them takes the drift out, and says how well.
    const std::vector<float> raw = pages.as_they_came(walk);
    const std::vector<bool> belong = pages_of(walk, medians, level, pages.noise());
    for (std::size_t i = 0; i < raw.size(); ++i) {
      if (!belong[i % walk.period]) continue;
      cycles.push_back(raw[i]);
      place.push_back(static_cast<double>(i) / static_cast<double>(raw.size()));
    }
    if (pages.lab().keeps_state()) break;  // it took so many passes that one chase is enough
  }
  if (cycles.size() < kFewest)
    throw Undecided("Too few pages took as long again in every pass, so that the noise can't be taken out.");
  // Where chance evicts, a page that nearly always takes as long as this level is answered from another one now and then.
  return {inference::latency_at_start(std::move(cycles), std::move(place), distance_to_next(medians, level) / 2), run};
}

}  // namespace

TlbPenalty measure_penalty(PageWalk& pages, const TlbSurvey& survey, std::size_t level) {
  const std::size_t most = std::max(survey.levels[level].many.size(), survey.levels[level + 1].many.size());
  if (most == 0) throw Undecided("No pages showed it by themselves.");
  const Passes passes = passes_in_noise(std::max<std::uint64_t>(pages.passes_to_survey(), kEnough / most));
  const Start hit = start_of(pages, survey, level, passes, "what a hit takes, many times");
  const Start miss = start_of(pages, survey, level + 1, passes, "what a miss takes, many times");
  TlbPenalty penalty{miss.latency.cycles - hit.latency.cycles, 0, 0, hit.run, miss.run};
  const double uncertainty = hit.latency.uncertainty + miss.latency.uncertainty;
  penalty.low = std::max(0.0, penalty.cycles - uncertainty);
  penalty.high = penalty.cycles + uncertainty;
  if (uncertainty > std::max(kPrecise * penalty.cycles, kLeast)) {
    throw Undecided("The noise leaves it between " + number_text(penalty.low) + " and " + number_text(penalty.high) +
                    " cycles, which is too wide to tell.");
  }
  return penalty;
}

bool is_translation(PageWalk& pages, const TranslationLevel& hit, const TranslationLevel& miss) {
  if (pages.leaves_translation_alone()) return true;
  constexpr std::uint64_t kPasses = 8;
  constexpr double kStill = 0.5;
  const Walk plain = pages.walk(miss.shown_at, passes_in_noise(kPasses), "those pages once more");
  const auto* listed = std::get_if<OffsetsPattern>(&plain.run->chase()->request.pattern);
  if (listed == nullptr || listed->offsets.size() != plain.period)
    return true;  // other lines in every pass: none stays to be missed
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
