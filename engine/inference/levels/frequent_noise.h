// Whether the lines of a chase fit in their sets if a miss takes so little longer than a hit that noise often confuses the two. No
// single access tells, and no single line, but all passes together do: noise makes a known share of the hits look slow, and a set
// that overflows adds to that. The number of passes follows from the distance of the two latencies and from one rate of error.
#pragma once

#include <cstddef>
#include <span>

#include "engine/inference/levels/conflict_verdict.h"
#include "engine/inference/levels/latency_noise.h"

namespace chasescope::inference {

/// If more hits than this look like misses, a line that noise strikes in each of two passes is no rarity. (It then happens to every
/// line within 96 passes, the most that are made otherwise.)
inline constexpr double kFrequent = 0.02;

/// The cut above which an access is counted, and the shares of hits and misses that are.
struct FrequentCut {
  double cycles = 0;
  double hits_low = 0, hits_high = 0;  ///< the share of the hits that is counted, as an interval
  double misses = 0;                   ///< the least share of the misses that is counted
  std::size_t passes = 0;              ///< passes that tell lines that fit from lines that don't; 0: no number of passes does
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
