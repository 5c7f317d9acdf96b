// How noisy a device's latencies are, and how to tell two levels apart in spite of it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace chasescope::inference {

/// What noise adds to a latency that is otherwise constant.
struct LatencyNoise {
  double median = 0;         ///< cycles
  double sigma = 0;          ///< cycles; spread of the bulk, as the standard deviation of a normal distribution of that width
  double outlier_share = 0;  ///< share of accesses far outside the bulk (interrupts, refreshes), 0 to 1
  double outlier_low = 0;    ///< cycles that outliers add, from …
  double outlier_high = 0;   ///< … to; both 0 if none were seen
  double drift = 0;          ///< relative growth from the first to the last access (0.02: two percent)
  double tick = 0;  ///< cycles from one reading of the clock to the next possible one; 0: it is not known to be more than one
  bool exact() const { return sigma == 0 && outlier_share == 0 && drift == 0 && tick == 0; }
  /// Takes note of the tick: a latency is the difference of two readings, each of which is late by up to a tick.
  void know_tick(double cycles);
  bool steady = false;  ///< exact, and taken to be so for all that is chased: levels two cycles apart are two
};

/// From repeated accesses to one element, which the nearest cache always holds. \pre not empty.
LatencyNoise estimate_noise(std::span<const float> cycles);

/// Whether repeated accesses to one element lie around one middle, as jitter does, rather than at two latencies: then the middle 95
/// % of them reach clearly farther than the middle 68 %. \pre not empty.
bool has_one_middle(std::span<const float> cycles);

/// A level's latency at the start of a chase, where drift has not begun.
struct LatencyAtStart {
  double cycles = 0;
  double uncertainty = 0;  ///< cycles: four standard errors
  double drift = 0;        ///< relative growth over the whole chase
  double spread = 0;      ///< cycles; of the bulk around the line, as the standard deviation of a normal distribution of that width
  bool followed = false;  ///< whether there were enough latencies to tell drift; if not, `cycles` is their median, drift and all
  bool bent = false;      ///< the latencies run away, but along no straight line: where they began can't be told
};

/// A straight line through latencies of one level, by where in the chase they lie (0 the first access, 1 the last). What is farther
/// from the median than jitter reaches is left out. Fractions of a cycle come from many accesses, however coarse the clock.
/// \pre as many places as latencies, not empty.
LatencyAtStart latency_at_start(std::span<const float> cycles, std::span<const double> place);

/// The same where some latencies are of other levels: those farther than `reach` (cycles) from the line are left out, on either
/// side.
LatencyAtStart latency_at_start(std::vector<float> cycles, std::vector<double> place, double reach);

/// Latencies that belong to one level.
struct Band {
  double low = 0, median = 0, high = 0;  ///< cycles
  bool holds(double cycles) const { return cycles >= low && cycles <= high; }
};

/// The band of a level, wide enough for the noise: jitter, drift, and what the level itself spreads from `low` to `high`.
Band widened(Band band, const LatencyNoise& noise);

/// Whether what was seen of two levels lies so far apart that they can't be one in this noise, which makes what was seen of each
/// wider than it is. For exact latencies the bands say it better.
bool is_apart(const Band& nearer, const Band& farther, const LatencyNoise& noise);

/// Where to cut between two levels if what is looked for are rare accesses of the upper one among many of the lower one: the
/// middle, but as far above the lower one as jitter needs, if the gap allows it. \pre lower.median < upper.median.
double cut_between(const Band& lower, const Band& upper, const LatencyNoise& noise);

/// The share of accesses of `lower` that look as if they took longer than `cut` and within one of `bands`.
double false_share(const Band& lower, double cut, std::span<const Band> bands, const LatencyNoise& noise);

}  // namespace chasescope::inference
