#include "engine/structure/translation/tlb_penalty.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>

#include "engine/inference/levels/frequent_noise.h"
#include "engine/inference/levels/latency_noise.h"
#include "engine/inference/levels/slow_drift.h"
#include "engine/statistics/assumptions.h"
#include "engine/statistics/median.h"
#include "engine/trace/number_text.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kEnoughPages = 1 << 14;
constexpr std::size_t kFewestOfAPenalty = 1 << 9;
constexpr int kMostChases = 64;
constexpr std::uint64_t kMore = 4, kMost = kEnoughPages * kMore * kMore;  // times as many pages, if the interval is too wide
constexpr double kPrecise = 0.015, kLeast = 0.5;
constexpr double kWide = 0.03;                         // share of a penalty
constexpr double kNoiseReach = 5, kMeanReach = 3;      // standard deviations of one access; standard errors of a mean
constexpr std::uint64_t kPrimer = 2048, kNearest = 4;  // bytes from the line, within the same 4 KiB

struct Start {
  inference::LatencyAtStart latency;
  RunPtr run;
};

// The median latencies of all levels of translation, and that of a window change.
std::vector<double> medians_of(const TlbSurvey& survey) {
  std::vector<double> medians;
  for (const TranslationLevel& level : survey.levels) medians.push_back(level.latency.median);
  if (survey.window) medians.push_back(medians.back() + survey.window->penalty);
  return medians;
}

// The pages of a walk whose translations came from this level in every pass. If two levels are close, single accesses are not
// enough: some of one level look like those of the other.
std::vector<bool> pages_of(const Walk& walk, const std::vector<double>& medians, std::size_t level,
                           const inference::LatencyNoise& noise) {
  std::vector<bool> belong;
  for (const auto& page : inference::steady_elements(walk.cycles, walk.period, noise.sigma))
    belong.push_back(page.steady && std::all_of(medians.begin(), medians.end(), [&](double other) {
                       return std::abs(page.cycles - medians[level]) <= std::abs(page.cycles - other);
                     }));
  return belong;
}

// If the clock ticks, it may read all misses of a page late by up to a tick, in every pass. More accesses do not remove that error,
// so the interval is widened by a tick.
void set_interval(TlbPenalty& penalty, double uncertainty, double tick) {
  penalty.low = std::max(0.0, penalty.cycles - uncertainty - tick);
  penalty.high = penalty.cycles + uncertainty + tick;
}

double distance_to_next(const std::vector<double>& medians, std::size_t level) {
  double distance = std::numeric_limits<double>::max();
  for (std::size_t other = 0; other < medians.size(); ++other)
    if (other != level) distance = std::min(distance, std::abs(medians[other] - medians[level]));
  return distance;
}

// The latency of a level at the start of the chase, before any drift, from as many chases as are needed.
Start start_of(PageWalk& pages, const TlbSurvey& survey, std::size_t level, std::uint64_t enough, const std::string& label) {
  const std::size_t most = std::max<std::size_t>(survey.levels[level].many.size(), 1);
  const Passes passes = passes_in_noise(std::max<std::uint64_t>(pages.passes_to_survey(), enough / most));
  const std::vector<double> medians = medians_of(survey);
  std::vector<float> cycles;
  std::vector<double> place;
  RunPtr run;
  for (int chases = 0; chases < kMostChases && cycles.size() < enough; ++chases) {
    const Walk walk = pages.walk(survey.levels[level].many, passes, label);
    if (!run) run = walk.run;
    // Uses the latencies with the drift: the line that is fitted through them removes the drift and gives its uncertainty.
    const std::vector<float> raw = pages.as_they_came(walk);
    const std::vector<bool> belong = pages_of(walk, medians, level, pages.noise());
    for (std::size_t i = 0; i < raw.size(); ++i) {
      if (!belong[i % walk.period]) continue;
      cycles.push_back(raw[i]);
      place.push_back(static_cast<double>(i) / static_cast<double>(raw.size()));
    }
    if (pages.lab().keeps_state()) break;  // on a card, the passes of one chase are enough
  }
  if (cycles.size() < kFewestOfAPenalty)
    throw Undecided("Too few pages took the same time in every pass, so the noise can't be removed.");
  // With random replacement, another level sometimes answers for a page that nearly always has this latency.
  return {inference::latency_at_start(std::move(cycles), std::move(place), distance_to_next(medians, level) / 2), run};
}

}  // namespace

TlbPenalty measure_penalty(PageWalk& pages, const TlbSurvey& survey, std::size_t level) {
  if (survey.levels[level].many.empty() && survey.levels[level + 1].many.empty())
    throw Undecided("No pages showed it by themselves.");
  for (std::uint64_t enough = kEnoughPages;; enough *= kMore) {
    const Start hit = start_of(pages, survey, level, enough, "what a hit takes, many times");
    const Start miss = start_of(pages, survey, level + 1, enough, "what a miss takes, many times");
    TlbPenalty penalty{miss.latency.cycles - hit.latency.cycles, 0, 0, hit.run, miss.run};
    const double uncertainty = hit.latency.uncertainty + miss.latency.uncertainty;
    set_interval(penalty, uncertainty, pages.noise().tick);
    const bool is_narrow = uncertainty <= std::max(kPrecise * penalty.cycles, kLeast);
    if (is_narrow && uncertainty <= kWide * penalty.cycles) return penalty;
    if (enough < kMost && !pages.lab().keeps_state()) continue;
    if (is_narrow) return penalty;
    throw Undecided("The noise leaves it between " + number_text(penalty.low) + " and " + number_text(penalty.high) +
                    " cycles, which is too wide to tell.");
  }
}

namespace {

struct Added {
  double cycles = 0, error = 0;  // added to a hit in the nearest TLB
  RunPtr run;
};

// The time that translation by this level adds to a hit in the nearest TLB.
Added added_by(PageWalk& pages, const TlbSurvey& survey, std::size_t level) {
  constexpr std::uint64_t kRounds = 32;
  constexpr int kMostPageChases = 16, kRefinements = 4;
  constexpr double kMostAlike = 0.9;
  if (level == 0) return {0, 0, survey.levels[0].shown_by};
  const double sigma = std::sqrt(2.0) * pages.noise().sigma;  // of a difference of two visits
  const double reach = kNoiseReach * sigma + kLeast;
  // For each level, the times that it may add. There are several, because its latencies may belong to any part of the data.
  std::vector<std::vector<double>> added;
  for (const TranslationLevel& each : survey.levels) {
    added.emplace_back();
    for (const double part : survey.data_parts)
      if (const double rest = each.latency.median - survey.levels[0].latency.low - part; added.size() == 1 ? part == 0 : rest > 0)
        added.back().push_back(added.size() == 1 ? 0 : rest);
  }
  const auto level_of = [&](double difference) {
    std::size_t nearest = 0;
    double distance = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < added.size(); ++i)
      for (const double each : added[i])
        if (std::abs(each - difference) < distance) {
          distance = std::abs(each - difference);
          nearest = i;
        }
    return nearest;
  };
  Addresses sequence;
  for (const std::uint64_t page : survey.levels[level].shown_at) sequence.insert(sequence.end(), 2, page);
  const std::size_t pairs = sequence.size() / 2;
  // If the clock ticks and a pass takes a whole number of ticks, the clock reads a pair with the same error in every pass. One
  // visit more in each chase shifts the passes against the ticks. As many chases as a tick has cycles cover every shift.
  const double tick = pages.noise().tick;
  std::vector<double> all, differences;
  RunPtr run;
  double error = 0, median = 0;
  for (int chase = 0; chase < kMostPageChases; ++chase) {
    if (tick > 0 && chase > 0) sequence.push_back(sequence.front());
    const Walk walk =
        pages.without_drift(pages.visit(sequence, kRounds, pages.block_bytes(), "pages visited twice in a row, many times"));
    if (!run) run = walk.run;
    for (std::size_t round = 1; round < walk.passes(); ++round)
      for (std::size_t pair = 0; pair < pairs; ++pair) all.push_back(walk.at(round, 2 * pair) - walk.at(round, 2 * pair + 1));
    // At first, the times that levels add are uncertain by the differences between the parts of the data. Each round replaces the
    // time of this level by the median of the differences close to it.
    for (int refined = 0; refined < kRefinements; ++refined) {
      differences.clear();
      std::copy_if(all.begin(), all.end(), std::back_inserter(differences), [&](double each) { return level_of(each) == level; });
      if (differences.empty()) throw Undecided("No visit took longer by what a TLB miss should cost.");
      median = inference::upper_median(differences);
      added[level] = {median};
    }
    error = statistics::kErrorOfMedian * sigma / std::sqrt(static_cast<double>(differences.size()));
    if ((error == 0 || kMeanReach * error < kLeast / 2) && chase + 1 >= tick) break;
  }
  double alike = 0, sum = 0;
  for (const double difference : differences)
    if (std::abs(difference - median) <= reach) {
      alike += 1;
      sum += difference;
    }
  if (alike < kMostAlike * static_cast<double>(differences.size()))
    throw Undecided(
        "Lines of one level differ in latency, even within one page, by a large part of the seeming cost of a TLB miss.");
  // With a ticking clock, the median is a whole number of ticks, so the mean is used.
  return {tick > 0 && alike > 0 ? sum / alike : median, error, run};
}

}  // namespace

TlbPenalty measure_penalty_of_pages(PageWalk& pages, const TlbSurvey& survey, std::size_t level) {
  const Added hit = added_by(pages, survey, level), miss = added_by(pages, survey, level + 1);
  TlbPenalty penalty{miss.cycles - hit.cycles, 0, 0, hit.run, miss.run, true};
  const double uncertainty = kMeanReach * (hit.error + miss.error);
  set_interval(penalty, uncertainty, pages.noise().tick);
  if (uncertainty > std::max(kPrecise * penalty.cycles, kLeast))
    throw Undecided("The noise leaves it between " + number_text(penalty.low) + " and " + number_text(penalty.high) +
                    " cycles, which is too wide to tell.");
  return penalty;
}

namespace {

// The share of misses that may still be slow when their translation is in the TLB.
constexpr double kStill = 0.5;

// Whether pages are slow because of translation. Each page is visited twice in a row, each time at another line. At the second
// visit the TLB has the translation, and the data are as far away as before.
bool is_translation_of_pages(PageWalk& pages, const Addresses& asked, const std::function<bool(float)>& missed) {
  constexpr std::uint64_t kRounds = 8;
  Addresses sequence;
  for (const std::uint64_t page : asked) sequence.insert(sequence.end(), 2, page);
  const Walk walk = pages.without_drift(pages.visit(sequence, kRounds, pages.block_bytes(), "those pages, twice in a row"));
  std::size_t slow = 0, still = 0;
  for (std::size_t i = 0; i < walk.cycles.size(); ++i) (i % 2 == 0 ? slow : still) += missed(walk.cycles[i]) ? 1 : 0;
  return static_cast<double>(still) <= kStill * static_cast<double>(slow);
}

}  // namespace

bool is_translation(PageWalk& pages, const TranslationLevel& hit, const TranslationLevel& miss) {
  if (pages.leaves_translation_alone()) return true;
  constexpr std::uint64_t kPasses = 8;
  const inference::LatencyNoise& noise = pages.noise();
  const inference::Band band = inference::widened(miss.latency, noise);
  const bool is_near = miss.latency.median - hit.latency.median < kSigmasApart * noise.sigma;
  const double cut =
      is_near
          ? inference::frequent_cut(hit.latency, miss.latency, std::span(&band, 1), noise, statistics::kDriftLeft, 1, kStill).cycles
          : inference::cut_between(hit.latency, miss.latency, noise);
  const auto missed = [&](float cycles) { return cycles > cut && band.holds(cycles); };
  const Walk plain = pages.walk(miss.shown_at, passes_in_noise(kPasses), "those pages once more");
  const auto* listed = std::get_if<OffsetsPattern>(&plain.run->chase()->request.pattern);
  if (listed == nullptr || listed->offsets.size() != plain.period) {
    // Each pass reads other lines, so that all data come from memory, and no hits or misses of caches differ. But if the levels are
    // close, parts of the data may look like levels of translation.
    return !is_near || is_translation_of_pages(pages, miss.shown_at, missed);
  }
  Addresses primed;
  std::set<std::uint64_t> taken(listed->offsets.begin(), listed->offsets.end());
  for (const std::uint64_t line : listed->offsets) {
    std::uint64_t away = kPrimer;  // several pages may lie in one block, and share its lines
    while (away >= kNearest && !taken.insert(line ^ away).second) away /= 2;
    if (away < kNearest) throw Undecided("All lines of a page are read. No line is left that could bring the translation first.");
    primed.push_back(line ^ away);
    primed.push_back(line);
  }
  Walk after = pages.lab().single(primed, 3 * primed.size(), kPasses * primed.size(), "each after another line of its page");
  after.period = primed.size();
  after = pages.without_drift(std::move(after));
  const auto slow = static_cast<std::size_t>(std::count_if(plain.cycles.begin(), plain.cycles.end(), missed));
  std::size_t still = 0;
  for (std::size_t i = 1; i < after.cycles.size(); i += 2) still += missed(after.cycles[i]) ? 1 : 0;
  return slow == 0 || static_cast<double>(still) <= kStill * static_cast<double>(slow);
}

}  // namespace chasescope::structure
