// Do the lines of a chase fit their sets, where a miss takes so little longer than a hit that noise takes the one for the other
// again and again? No single access tells, and no single line, but all passes together do: noise strikes a known share of the hits,
// and a set that overflows adds to them. How many passes that takes follows from how far apart the two lie, and from one rate of
// error.
#pragma once

#include <cstddef>
#include <span>

#include "engine/inference/levels/conflict_verdict.h"
#include "engine/inference/levels/latency_noise.h"

namespace chasescope::inference {

/// From this share of the hits on that look like misses, the line that noise strikes twice is no rarity: in 96 passes, the most
/// that are asked otherwise, that is each of them.
inline constexpr double kFrequent = 0.02;

/// Above how many cycles an access is counted, and what counts then.
struct FrequentCut {
  double cycles = 0;
  double hits_low = 0, hits_high = 0;  ///< the share of the hits, for it is not known better
  double misses = 0;                   ///< the share of the misses, at the least
  std::size_t passes = 0;              ///< that tell lines that fit from such that don't; 0: no number of them does
};

/// Where to cut between two levels to ask `watched` lines whether they fit, if `least` of them miss in a pass at the least where
/// they don't: there where the fewest passes tell. What counts must also lie in `bands`. `drift` (a share): how well the latencies
/// are known along a chase. \pre upper.median > lower.median, watched > 0.
FrequentCut frequent_cut(const Band& lower, const Band& upper, std::span<const Band> bands, const LatencyNoise& noise, double drift,
                         std::size_t watched, double least);

/// \param misses counted above cut.cycles
ConflictVerdict judge_all_passes(const MissCounts& misses, const FrequentCut& cut, double least);

}  // namespace chasescope::inference
