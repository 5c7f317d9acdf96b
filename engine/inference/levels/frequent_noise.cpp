#include "engine/inference/levels/frequent_noise.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/statistics/assumptions.h"
#include "engine/statistics/tails.h"

namespace chasescope::inference {
namespace {

constexpr double kMostPasses = 4096;

// The number of passes after which lines that fit have certainly fewer slow accesses than lines that don't.
std::size_t passes_for(const FrequentCut& cut, double watched, double least) {
  const double fit = watched * cut.hits_high, overflow = least * cut.misses + (watched - least) * cut.hits_low;
  if (overflow <= fit) return 0;
  const double z = statistics::normal_above(statistics::kWrong);
  const double root = z * (std::sqrt(fit) + std::sqrt(overflow)) / (overflow - fit);
  return root * root > kMostPasses ? 0 : static_cast<std::size_t>(std::ceil(root * root));
}

}  // namespace

FrequentCut frequent_cut(const Band& lower, const Band& upper, std::span<const Band> bands, const LatencyNoise& noise, double drift,
                         std::size_t watched, double least) {
  // Range of the search above the upper level, in standard deviations; steps for each of them.
  constexpr double kBeyond = 2, kSteps = 4;
  LatencyNoise more = noise, less = noise;
  more.sigma *= 1 + statistics::kSigmaKnown;
  less.sigma /= 1 + statistics::kSigmaKnown;
  FrequentCut best;
  for (double at = (lower.high + upper.low) / 2; at <= upper.high + kBeyond * noise.sigma; at += noise.sigma / kSteps) {
    // A clock shows whole cycles. A reading above the cut took at least half a cycle less.
    FrequentCut cut{.cycles = std::floor(at) + 0.5};
    const double off = drift * cut.cycles;
    cut.hits_high = false_share(lower, cut.cycles - off, bands, more);
    cut.hits_low = false_share({lower.low, lower.low, lower.low}, cut.cycles + off, bands, less);
    cut.misses = statistics::normal_tail((cut.cycles + off - upper.low) / (cut.cycles + off > upper.low ? less : more).sigma);
    cut.passes = passes_for(cut, static_cast<double>(watched), least);
    const bool first = best.cycles == 0;
    if (first || (cut.passes != 0 && (best.passes == 0 || cut.passes < best.passes))) best = cut;
  }
  return best;
}

ConflictVerdict judge_all_passes(const MissCounts& misses, const FrequentCut& cut, double least) {
  const std::uint64_t shown = std::accumulate(misses.by_element.begin(), misses.by_element.end(), std::uint64_t{0});
  const std::uint64_t accesses = misses.watched * misses.passes;
  if (accesses == 0) return ConflictVerdict::unclear;
  if (statistics::binomial_at_least(shown, accesses, cut.hits_high) < statistics::kWrong) return ConflictVerdict::conflict;
  const auto watched = static_cast<double>(misses.watched);
  const double overflow = (least * cut.misses + (watched - least) * cut.hits_low) / watched;
  if (overflow > cut.hits_high && 1 - statistics::binomial_at_least(shown + 1, accesses, overflow) < statistics::kWrong)
    return ConflictVerdict::fits;
  return ConflictVerdict::unclear;
}

}  // namespace chasescope::inference
