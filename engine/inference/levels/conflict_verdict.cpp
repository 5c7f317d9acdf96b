#include "engine/inference/levels/conflict_verdict.h"

#include <algorithm>
#include <cmath>

#include "engine/inference/levels/frequent_noise.h"
#include "engine/statistics/assumptions.h"
#include "engine/statistics/tails.h"

namespace chasescope::inference {

MissCounts count_misses(std::span<const float> cycles, std::size_t period, double cut, std::span<const Band> bands,
                        const std::vector<bool>& watched) {
  MissCounts counts;
  counts.passes = period == 0 ? 0 : cycles.size() / period;
  counts.by_element.assign(period, 0);
  counts.by_pass.assign(counts.passes, 0);
  counts.watched = watched.empty() ? period : static_cast<std::size_t>(std::count(watched.begin(), watched.end(), true));
  for (std::size_t pass = 0; pass < counts.passes; ++pass)
    for (std::size_t element = 0; element < period; ++element) {
      const double latency = cycles[pass * period + element];
      if (latency <= cut || (!watched.empty() && !watched[element])) continue;
      if (std::none_of(bands.begin(), bands.end(), [&](const Band& band) { return band.holds(latency); })) continue;
      ++counts.by_element[element];
      ++counts.by_pass[pass];
    }
  return counts;
}

namespace {

constexpr std::size_t kFewestPasses = 4, kFewPasses = 8;  // passes
constexpr double kHardlyAny = 0.05;           // false misses in a pass

// The probability that random misses, on average `per_pass` in a pass, occur in at least `shown` of the passes.
double shown_by_chance(std::size_t shown, std::size_t passes, double per_pass) {
  return statistics::binomial_at_least(shown, passes, -std::expm1(-per_pass));
}

// The factor by which more hits may look like misses than `false_share` says. A small share is known from a few outliers, and may
// be off by a factor. A frequent one follows from the width of the hits, which is known to kSigmaKnown; drift may widen them as
// much again.
double off_by(double false_share) {
  constexpr double kOff = 4, kWidth = 1 + 2 * statistics::kSigmaKnown;
  if (false_share < kFrequent || false_share >= 0.5) return false_share < kFrequent ? kOff : 1;
  return statistics::normal_tail(statistics::normal_above(false_share) / kWidth) / false_share;
}

// Whether all watched elements miss equally often, up to chance. Noise strikes any hit, whatever its line; a set that overflows
// makes its own lines miss, and spares the others. Noise must be frequent for this test: the mean number of misses of an element is
// then known from the walk itself, and Pearson's statistic of dispersion is nearly normal.
bool do_misses_come_evenly(const MissCounts& misses, double total) {
  constexpr double kErrors = 5;  // standard errors; passed by chance once in a million walks
  const auto elements = static_cast<double>(misses.watched), passes = static_cast<double>(misses.passes);
  const double mean = total / elements, variance = mean * (1 - mean / passes);
  if (variance <= 0) return true;
  double squares = elements * mean * mean;  // elements that are not watched have no misses, so their terms are those of zeros
  for (const std::uint32_t count : misses.by_element) squares += static_cast<double>(count) * (count - 2 * mean);
  return squares / variance < elements - 1 + kErrors * std::sqrt(elements * (2 + 1 / mean));
}

// In a long walk of many passes, noise strikes each element now and then. The walk itself shows best how often; the known noise may
// be off by a factor. Lines of a set that overflows miss far more often, and there are at least two of them. If there are many, and
// random replacement decides which of them misses, none stands out, but every pass has a miss.
ConflictVerdict judge_many_passes(const MissCounts& misses, std::size_t shown, double total, double total_by_chance, double off,
                                  bool alike, double asked) {
  constexpr double kChance = 1e-3;
  constexpr double kInEach = 0.95, kNever = 1e-6, kSeldom = 0.05, kWhole = 0.98;
  const auto elements = static_cast<double>(misses.watched);
  const auto passes = static_cast<double>(misses.passes);
  // Misses of an element. If hits differ, noise strikes the slowest more often than the mean of all shows.
  const double by_chance = std::max(total, alike ? 0 : off * total_by_chance) / elements;
  std::uint32_t often = 1;
  while (often < misses.passes && elements * statistics::poisson_at_least(often, by_chance) >= kChance) ++often;
  const auto striking =
      std::count_if(misses.by_element.begin(), misses.by_element.end(), [&](auto count) { return count >= often; });
  if (striking >= 2) return ConflictVerdict::conflict;
  const bool in_each = static_cast<double>(shown) >= kInEach * passes;
  if (in_each && shown_by_chance(shown, misses.passes, total / passes) < kNever) return ConflictVerdict::conflict;
  const double by_conflict = asked >= kWhole ? passes : passes * asked / 2;  // least number of misses of a line in conflict
  const bool no_more = total <= off * total_by_chance + by_conflict;
  const bool explained = !in_each || shown_by_chance(shown, misses.passes, off * total_by_chance / passes) >= kSeldom;
  return striking == 0 && no_more && explained ? ConflictVerdict::fits : ConflictVerdict::unclear;
}

}  // namespace

// With deterministic replacement, a conflict shows in every pass. With random replacement, and if only some lines of the set are
// watched, it shows in fewer. If noise makes few false misses a pass, the number of passes with a miss decides. If passes are so
// long that noise shows in most of them, what decides is whether misses return to the same few lines.
ConflictVerdict judge_conflict(const MissCounts& misses, double false_share, bool alike, double asked) {
  constexpr std::size_t kMany = 32, kVeryMany = 128;  // passes
  constexpr std::size_t kSmall = 512;                 // elements
  constexpr double kSeldom = 0.2, kOff = 5;           // share of very many passes; times the noise that was seen
  constexpr double kRarest = 0.3;                     // share of the passes that show a conflict at the least
  constexpr double kChance = 1e-6, kMissed = 0.09;    // probability of a false conflict, and of missing a rare true one
  const double expected = false_share * static_cast<double>(misses.watched);
  const auto passes = static_cast<double>(misses.passes);
  const auto shown =
      static_cast<std::size_t>(std::count_if(misses.by_pass.begin(), misses.by_pass.end(), [](auto n) { return n > 0; }));
  if (misses.passes == 0 || misses.watched == 0) return ConflictVerdict::unclear;
  if (shown == 0 && expected < kHardlyAny) return ConflictVerdict::fits;
  if (expected == 0) {
    if (shown == misses.passes) return ConflictVerdict::conflict;
    // After so many reads only a conflict makes lines miss, unless random replacement has not settled yet.
    const auto later = misses.by_pass.begin() + static_cast<std::ptrdiff_t>(misses.passes / 2);
    const bool still = std::any_of(later, misses.by_pass.end(), [](auto n) { return n > 0; });
    return misses.passes >= kFewPasses && still ? ConflictVerdict::conflict : ConflictVerdict::unclear;
  }
  double total = 0;
  std::size_t recurring = 0, once = 0;
  for (const std::uint32_t count : misses.by_element) {
    total += count;
    recurring += count >= 2 ? 1 : 0;
    once += count == 1 ? 1 : 0;
  }
  // Where noise is frequent, a few passes over many lines show neither a set that misses now and then, nor that there is none.
  const auto but_evenly = [&](ConflictVerdict verdict) {
    if (verdict != ConflictVerdict::fits || false_share < kFrequent) return verdict;
    // Hits that differ needn't look like misses equally often. That none does more often than the slowest may was seen before.
    return misses.passes >= kMany && (!alike || do_misses_come_evenly(misses, total)) ? verdict : ConflictVerdict::unclear;
  };
  // The share of elements that noise strikes is known from very few outliers; with many elements it shows best here.
  if (misses.passes >= kMany && (expected >= kHardlyAny || misses.watched > kSmall))
    return but_evenly(judge_many_passes(misses, shown, total, expected * passes, off_by(false_share), alike, asked));
  if (expected < kHardlyAny) {
    if (shown == misses.passes && misses.passes >= kFewestPasses) return ConflictVerdict::conflict;
    if (misses.passes < kFewPasses) return ConflictVerdict::unclear;
    const double share = static_cast<double>(shown) / passes;
    const bool often =
        misses.passes >= kVeryMany ? share >= std::max(kSeldom, kOff * expected) : share >= (misses.passes >= kMany ? 0.5 : 0.75);
    if (often && statistics::binomial_at_least(shown, misses.passes, -std::expm1(-expected)) < kChance) return ConflictVerdict::conflict;
    if (1 - statistics::binomial_at_least(shown + 1, misses.passes, kRarest) < kMissed) return ConflictVerdict::fits;
    return ConflictVerdict::unclear;
  }
  // The known noise may be off by a factor. Elements that missed once show it here.
  const double chance = std::max(false_share * passes, static_cast<double>(once) / static_cast<double>(misses.watched));
  const double recurring_by_chance = static_cast<double>(misses.watched) * chance * chance / 2;
  if (misses.passes < kFewPasses) return ConflictVerdict::unclear;
  const double recurring_limit = recurring_by_chance + 4 * std::sqrt(recurring_by_chance) + 0.5;
  const double total_by_chance = expected * passes;
  const bool many = total > total_by_chance + 4 * std::sqrt(total_by_chance) + 0.5 * passes;
  if (static_cast<double>(recurring) > recurring_limit && many) return ConflictVerdict::conflict;
  if (static_cast<double>(recurring) <= recurring_limit && total < total_by_chance + 3 * std::sqrt(total_by_chance) + 0.3 * passes)
    return but_evenly(ConflictVerdict::fits);
  return ConflictVerdict::unclear;
}

std::size_t fewest_passes(std::size_t watched, double false_share) {
  return false_share * static_cast<double>(watched) < kHardlyAny ? kFewestPasses : kFewPasses;
}

}  // namespace chasescope::inference
