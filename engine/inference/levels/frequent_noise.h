// Decides whether the lines of a chase fit in their sets if a miss takes so little longer than a hit that noise often confuses the
// two. Then neither a single access nor a single line decides, but all passes together do: noise makes a known share of the hits
// look slow, and a set that overflows adds further slow accesses. The number of passes follows from the distance of the two
// latencies and from one error rate.
#pragma once

#include <cstddef>
#include <span>

#include "engine/inference/levels/conflict_verdict.h"
#include "engine/inference/levels/latency_noise.h"

namespace chasescope::inference {

/// If more than this share of the hits looks like misses, noise often strikes one line in two passes. (It then happens to every
/// line within 96 passes, the most that are made otherwise.)
inline constexpr double kFrequent = 0.02;

/// The cut above which an access counts as slow, and the shares of hits and misses that lie above it.
struct FrequentCut {
  double cycles = 0;
  double hits_low = 0, hits_high = 0;  ///< interval of the share of hits that count as slow
  double misses = 0;                   ///< least share of misses that count as slow
  /// Passes needed to distinguish lines that fit from lines that don't; 0: no number of passes is enough.
  std::size_t passes = 0;
};

/// The cut between two levels for `watched` lines, of which `least` miss in a pass, at the least, if they don't fit. It is put
/// where the fewest passes are needed. A latency that counts must also lie in `bands`. `drift` (a share): the uncertainty of the
/// latencies along a chase.
/// \pre upper.median > lower.median, watched > 0.
FrequentCut frequent_cut(const Band& lower, const Band& upper, std::span<const Band> bands, const LatencyNoise& noise, double drift,
                         std::size_t watched, double least);

/// \param misses counted above cut.cycles
ConflictVerdict judge_all_passes(const MissCounts& misses, const FrequentCut& cut, double least);

}  // namespace chasescope::inference
