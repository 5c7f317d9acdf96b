// Noise: random deviations like those of a real card, added to a model's latencies, so that probes and students see realistic data.
//
//   Noise noise({.jitter_cycles = 3}, seed, request.accesses);
//   noise.add_to(part);                       // the next part of the trace, in place
//
// Three kinds, each off at zero: jitter around each latency, outliers (an interrupt, a refresh), and a drift that grows slowly
// over a request, as a clock that warms up. Noisy cycles are whole numbers, as a card's clock gives them. The numbers are drawn
// here, not from the standard library's distributions, so that a seed gives the same trace on any machine.
#pragma once

#include <cstdint>
#include <span>

#include "engine/trace/random.h"

namespace chasescope::model {

struct NoiseSpec {
  double jitter_cycles = 0;        ///< standard deviation of a normal distribution
  double outlier_share = 0;        ///< share of the accesses that take longer, 0 to 1
  double outlier_low_cycles = 0;   ///< an outlier adds at least this
  double outlier_high_cycles = 0;  ///< and at most this
  double drift_share = 0;          ///< relative growth of latencies until the end of a request

  bool quiet() const { return jitter_cycles == 0 && outlier_share == 0 && drift_share == 0; }
  friend bool operator==(const NoiseSpec&, const NoiseSpec&) = default;
};

/// The standard noise: strong enough to test every method, weak enough for every method to succeed.
inline constexpr NoiseSpec kStandardNoise{
    .jitter_cycles = 3, .outlier_share = 0.001, .outlier_low_cycles = 300, .outlier_high_cycles = 3000, .drift_share = 0.02};

class Noise {
 public:
  /// For a request of `accesses` timed accesses.
  Noise(const NoiseSpec& spec, std::uint64_t seed, std::uint64_t accesses);

  /// Adds to the latencies of the accesses that come next, in order.
  void add_to(std::span<float> cycles);

 private:
  double normal();  // of standard deviation 1, within ±6

  NoiseSpec spec_;
  Random random_;
  double drift_each_;  // growth from one access to the next
  std::uint64_t done_ = 0;
};

}  // namespace chasescope::model
