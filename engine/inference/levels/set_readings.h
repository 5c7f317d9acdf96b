// Reads the accesses of a long chase over a few lines: did they hit a cache, miss it, or not even reach it?
//
// The levels are known from other chases. What a long chase adds is its own drift, which is removed first, and enough accesses of
// each kind to put the cut half-way between them; what lies too close to it for the jitter is left open.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "engine/inference/levels/latency_noise.h"

namespace chasescope::inference {

/// The levels that may answer, as known before.
struct LevelsAround {
  std::optional<Band> in_front;  ///< of the cache in front, if there is one
  Band own;                      ///< of the cache that is looked at
  std::vector<Band> behind;      ///< nearest first
  /// What a TLB miss may add to each of them, in cycles. Empty: none is among the accesses.
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
