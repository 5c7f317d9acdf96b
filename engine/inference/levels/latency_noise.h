// Measures the noise in a device's latencies, and tells two levels apart in spite of it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace chasescope::inference {

/// The noise on a latency that is otherwise constant.
struct LatencyNoise {
  double median = 0;         ///< cycles
  double sigma = 0;          ///< cycles; spread of the bulk, as the standard deviation of a normal distribution of that width
  double outlier_share = 0;  ///< share of accesses far outside the bulk (interrupts, refreshes), 0 to 1
  double outlier_low = 0;    ///< the fewest cycles that an outlier adds; 0 if none was seen
  double outlier_high = 0;   ///< the most cycles that an outlier adds; 0 if none was seen
  double drift = 0;          ///< relative growth from the first to the last access (0.02: two percent)
  double tick = 0;           ///< cycles between two successive values that the clock can show; 0 if no more than one cycle is known
  /// Whether latencies differ only because of the clock's tick.
  bool is_of_the_tick() const;
  bool exact() const { return sigma == 0 && outlier_share == 0 && drift == 0 && tick == 0; }
  /// Notes the tick of the clock. A latency is the difference of two readings, each of which is late by up to a tick.
  void know_tick(double cycles);
  bool steady = false;  ///< latencies are assumed to be exact in every chase, so that levels two cycles apart are two levels
};

/// The noise in repeated accesses to one element, which the nearest cache always holds. \pre not empty.
LatencyNoise estimate_noise(std::span<const float> cycles);

/// Whether the latencies of repeated accesses to one element spread around one value, as with jitter, and not around two. Around
/// one value, the middle 95 % of the latencies reach clearly farther than the middle 68 %. \pre not empty.
bool has_one_middle(std::span<const float> cycles);

/// A level's latency at the start of a chase, before any drift.
struct LatencyAtStart {
  double cycles = 0;
  double uncertainty = 0;  ///< cycles: four standard errors
  double drift = 0;        ///< relative growth over the whole chase
  double spread = 0;      ///< cycles; of the bulk around the line, as the standard deviation of a normal distribution of that width
  bool followed = false;  ///< whether there were enough latencies to measure drift; if not, `cycles` is their median
  bool bent = false;      ///< the latencies change, but not along a straight line, so that their start is unknown
};

/// Fits a straight line through latencies of one level, over their place in the chase (0 the first access, 1 the last). Latencies
/// farther from the median than jitter reaches are left out. Many accesses give fractions of a cycle, however coarse the clock is.
/// \pre as many places as latencies, not empty.
LatencyAtStart latency_at_start(std::span<const float> cycles, std::span<const double> place);

/// The same if some latencies belong to other levels: those farther than `reach` (cycles) from the line are left out on both sides.
/// `jitter`: the standard deviation of this level's latencies (cycles); 0: that of all `cycles`, which is larger if many of them
/// belong to other levels.
LatencyAtStart latency_at_start(std::vector<float> cycles, std::vector<double> place, double reach, double jitter = 0);

/// Latencies that belong to one level.
struct Band {
  double low = 0, median = 0, high = 0;  ///< cycles
  bool holds(double cycles) const { return cycles >= low && cycles <= high; }
};

/// The band of a level, widened by the noise: jitter, drift, and the spread of the level itself from `low` to `high`.
Band widened(Band band, const LatencyNoise& noise);

/// Whether two levels are so far apart that they can't be one level in this noise. Noise makes the band of each wider than the
/// level itself. If latencies are exact, compare the bands instead.
bool is_apart(const Band& nearer, const Band& farther, const LatencyNoise& noise);

/// The cut between two levels, for finding rare accesses of the upper level among many of the lower one. The cut lies in the
/// middle, or higher if jitter of the lower level reaches farther and the gap allows it. \pre lower.median < upper.median.
double cut_between(const Band& lower, const Band& upper, const LatencyNoise& noise);

/// The share of accesses of the level `lower` that noise moves above `cut` and into one of `bands`.
double false_share(const Band& lower, double cut, std::span<const Band> bands, const LatencyNoise& noise);

/// Whether jitter alone makes the latencies of a level as wide as `level` (95 % of them). A level whose data lie near and far has
/// several latencies, which make it wider.
bool is_one_latency(const Band& level, const LatencyNoise& noise);

}  // namespace chasescope::inference
