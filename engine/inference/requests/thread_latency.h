// Thread-latency curves: how long a growing number of threads takes over a fixed number of loads each, and where the time leaps
// because the table of outstanding requests is full (request study §3.2).
//
// Two things make the time leap: requests that are issued and written back one after the other (serialisation), and saturation,
// when a request finds no room and waits for an earlier one to come back. They are told apart by where the leap lands: a request
// that waited for another one arrives two latencies after the start, whatever the number of loads. Serialisation rises in smaller
// steps, and before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace chasescope::inference {

/// One point: what so many threads (or loads) took. Times in cycles.
struct LoadPoint {
  std::uint64_t count = 0;  ///< threads, or loads of one warp: what grows along the curve
  double median = 0;        ///< of the repeats; what is concluded rests on it
  double harmonic = 0;      ///< harmonic mean of the repeats, as the study reports it
};

/// Median and harmonic mean of the repeats. \pre not empty, all above 0.
LoadPoint point_of(std::uint64_t count, std::span<const double> repeats);

/// How widely a single repeat scatters: the standard deviation of a normal distribution of that width. What later repeats take more
/// than earlier ones on the whole (a clock that warms up) does not count. 0 where nothing was repeated.
double scatter_of_repeats(std::span<const std::vector<double>> points);

/// The study's variance: unbiased, of each point and its two neighbours. Entry i belongs to point i + 1; the ends have none.
std::vector<double> three_point_variance(std::span<const double> latencies);

/// What is known of a curve before it is looked at.
struct CurveScale {
  double lone = 0;                  ///< cycles of one request alone
  double warp = 0;                  ///< cycles of one load of a whole warp (or `lone`, where it was not measured)
  double noise = 0;                 ///< how widely a point scatters, cycles (standard deviation)
  std::uint64_t warp_threads = 0;   ///< along threads: each so many a new warp begins, which takes a step of its own; 0 along loads
  std::optional<double> warp_step;  ///< what that step takes at most, cycles, where it is known from another curve
};

/// What a curve says about saturation.
struct Saturation {
  /// The last point before the leap and the first one after it.
  struct Leap {
    std::uint64_t fits = 0;
    std::uint64_t waits = 0;
    double rise = 0;  ///< cycles
  };
  std::optional<Leap> leap;
  /// The last count up to which every point is too fast for any request to have waited. At least `leap->fits`, where there is a
  /// leap.
  std::uint64_t free_up_to = 0;
  /// Already the first point is as slow as if it had waited: something else (the scoreboard) limits it, and the curve tells
  /// nothing.
  bool limited_from_the_start = false;
};

/// The largest step that a new warp takes while no request can have waited, for CurveScale::warp_step of curves with more loads.
/// Empty if the curve does not go that far.
std::optional<double> step_of_a_warp(std::span<const LoadPoint> curve, double lone, std::uint64_t warp_threads);

/// \pre counts rise from point to point.
Saturation find_saturation(std::span<const LoadPoint> curve, const CurveScale& scale);

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

/// The leaps that stand out of the usual steps around them and of the noise, in order.
std::vector<Spike> find_spikes(std::span<const LoadPoint> curve, const CurveScale& scale);

}  // namespace chasescope::inference
