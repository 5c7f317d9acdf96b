// Thread-latency curves: the time of a growing number of threads with a fixed number of loads each, and the leap where the table of
// outstanding requests is full (request study §3.2).
//
// The time leaps for two reasons. Serialisation: requests are issued and written back one after the other. Saturation: a request
// finds no free entry and waits for an earlier one. The two differ in the time after the leap: a request that has waited arrives
// two latencies after the start, whatever the number of loads. Serialisation rises earlier, and in smaller steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace chasescope::inference {

/// One point: the time of so many threads (or loads). Times in cycles.
struct LoadPoint {
  std::uint64_t count = 0;  ///< threads, or loads of one warp: the quantity that grows along the curve
  double median = 0;        ///< of the repeats; conclusions are drawn from it
  double harmonic = 0;      ///< harmonic mean of the repeats, as the study reports it
};

/// Median and harmonic mean of the repeats. \pre not empty, all above 0.
LoadPoint point_of(std::uint64_t count, std::span<const double> repeats);

/// The scatter of a single repeat: the standard deviation of a normal distribution of that width. If later repeats take more than
/// earlier ones (a clock that warms up), that does not count. 0 if nothing was repeated.
double scatter_of_repeats(std::span<const std::vector<double>> points);

/// The study's variance: unbiased, of each point and its two neighbours. Entry i belongs to point i + 1; the ends have none.
std::vector<double> three_point_variance(std::span<const double> latencies);

/// The numbers that are known before a curve is examined.
struct CurveScale {
  double lone = 0;                  ///< cycles of one request alone
  double warp = 0;                  ///< cycles of one load of a whole warp (or `lone`, if it was not measured)
  double noise = 0;                 ///< scatter of a point, cycles (standard deviation)
  std::uint64_t warp_threads = 0;   ///< along threads: after so many a new warp begins, with a step of its own; 0 along loads
  std::optional<double> warp_step;  ///< the largest such step, cycles, if another curve shows it
};

/// The result of a curve about saturation.
struct Saturation {
  /// The last point before the leap and the first one after it.
  struct Leap {
    std::uint64_t fits = 0;
    std::uint64_t waits = 0;
    double rise = 0;  ///< cycles
  };
  std::optional<Leap> leap;
  /// The last count up to which every point is too fast for any request to have waited. At least `leap->fits`, if there is a leap.
  std::uint64_t free_up_to = 0;
  /// The first point is already as slow as if a request had waited. Something else (the scoreboard) limits the curve, and it says
  /// nothing.
  bool limited_from_the_start = false;
};

/// The largest step of a new warp while no request can have waited, for CurveScale::warp_step of curves with more loads. No value
/// if the curve is too short.
std::optional<double> step_of_a_warp(std::span<const LoadPoint> curve, double lone, std::uint64_t warp_threads);

/// \pre counts rise from point to point.
Saturation find_saturation(std::span<const LoadPoint> curve, const CurveScale& scale);

/// Chooses about five numbers of threads for each warp: its first and its last one, between which a new warp's step lies, some
/// between, and the last number of all. steps_to_look_into() begins with these points. \pre counts rise, and are above 0.
std::vector<std::uint64_t> points_of_warps(std::span<const std::uint64_t> counts, std::uint64_t warp_threads);

/// For a curve that was measured at some of its points only: the steps whose inner points are needed to find the leap. Entry i
/// means the step from point i to point i + 1. These are the steps in which a first request may have waited, and earlier steps that
/// rise so far that the leap would not stand out. \pre counts rise from point to point.
std::vector<std::size_t> steps_to_look_into(std::span<const LoadPoint> curve, const CurveScale& scale);

struct Spike {
  enum class Kind {
    serialisation,  ///< issue and write-back, before saturation
    saturation,     ///< the first request waits for another one to come back
    later,          ///< beyond saturation
  };
  std::size_t point = 0;    ///< the last point before the leap
  std::uint64_t after = 0;  ///< its count: "a spike after 128 threads"
  double rise = 0;          ///< cycles from this point to the next
  double variance = 0;      ///< the three-point variance at the leap, cycles²
  Kind kind = Kind::serialisation;
};

/// The leaps that are larger than the usual steps around them and the noise, in order.
std::vector<Spike> find_spikes(std::span<const LoadPoint> curve, const CurveScale& scale);

}  // namespace chasescope::inference
