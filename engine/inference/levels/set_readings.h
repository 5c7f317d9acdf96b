// Classifies the accesses of a long chase over a few lines: they hit a cache, missed it, or did not reach it.
//
// The levels are known from other chases. A long chase has a drift of its own, which is removed first. Its many accesses of each
// kind give the cut half-way between the two. Accesses that are closer to the cut than jitter allows stay unknown.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "engine/inference/levels/latency_noise.h"

namespace chasescope::inference {

/// The levels that may answer, as far as they are known.
struct LevelsAround {
  std::optional<Band> in_front;  ///< latency of the cache in front, if there is one
  Band own;                      ///< latency of the cache under examination
  std::vector<Band> behind;      ///< nearest first
  /// The cycles that a TLB miss may add to each of these latencies. Empty if no access has a TLB miss.
  std::vector<double> translation;
};

struct Reading {
  bool miss = false;
  bool reached = true;  ///< false: the cache in front answered
  bool known = true;    ///< false: an outlier, or too close to the cut
};

/// `position[i]` is the number of access `cycles[i]` in its chase of `accesses` accesses.
std::vector<Reading> read_accesses(std::span<const float> cycles, std::span<const std::size_t> position, std::size_t accesses,
                                   const LevelsAround& levels, const LatencyNoise& noise);

}  // namespace chasescope::inference
