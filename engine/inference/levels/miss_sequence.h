// The sequence of hits and misses of a trace, and the period after which it repeats (2014 paper §3.2, step 4).
#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

#include "engine/inference/levels/latency_levels.h"
#include "engine/trace/latency_trace.h"

namespace chasescope::inference {

/// One entry per access: 1 for a miss (slower than `highest_hit_cycles`), else 0.
std::vector<std::uint8_t> miss_sequence(const LatencyTrace& trace, float highest_hit_cycles);

struct Period {
  enum class Kind {
    periodic,   ///< the sequence repeats after `accesses` accesses
    aperiodic,  ///< no period of at most half the sequence fits
    undecided,  ///< fewer than two passes, or the search was stopped
  };
  Kind kind = Kind::undecided;
  std::size_t accesses = 0;      ///< the smallest period; 0 unless periodic
  std::size_t contradictions =
      0;  ///< accesses that differ from the access one period earlier (tolerated outliers); 0 unless periodic
  friend bool operator==(const Period&, const Period&) = default;
};

/// Finds the smallest period of a hit/miss sequence whose chase visits `accesses_per_pass` elements a pass. Candidates are whole
/// passes and their divisors; a candidate must hold over at least two periods. A share of contradictions up to `tolerated_share`
/// (outliers) of the rarer of hits and misses is allowed. The time is proportional to the sequence's length: a candidate is
/// compared in full only if a sample does not rule it out. Undecided if `stop` is requested.
Period find_period(const std::vector<std::uint8_t>& misses, std::size_t accesses_per_pass, double tolerated_share = 0.0,
                   const std::stop_token& stop = {});

}  // namespace chasescope::inference
