// Computes the cost of memory operations from repeated measurements: latencies, the cost of more threads, and whether a load was
// answered as a hit or as a miss. Pure functions, without numbers of any card.
#pragma once

#include <vector>

namespace chasescope::inference {

/// The latency of an operation, less the measuring overhead.
struct TimedOperation {
  double median = 0;
  double low = 0, high = 0;              ///< interval that contains the true median with 99 % confidence, at any time of the series
  double low_tenth = 0, high_tenth = 0;  ///< a tenth of the repeats lies below, and above
};

/// \param cycles one per repeat, measuring overhead included \param overhead the measuring overhead: a median of as many
/// measurements, so that its error may be as large as theirs. \pre cycles is not empty.
TimedOperation timed_operation(const std::vector<double>& cycles, double overhead);

/// The cost of each of `more` further threads, from a measurement with few threads and one with many. Never negative, because more
/// work does not end sooner. \pre more > 0.
struct CostOfMore {
  double cycles = 0;
  double low = 0, high = 0;
};
CostOfMore cost_of_more(const TimedOperation& few, const TimedOperation& many, double more);

/// Operations per cycle, from two measurements of which the longer makes `more` operations more. `low` is 0 if the difference is
/// within the errors. \pre more > 0.
CostOfMore rate_of_more(const TimedOperation& few, const TimedOperation& many, double more);

/// How a load was answered, by comparison with loads that are known to hit and to miss.
enum class AnsweredAs {
  hit,
  miss,
  neither,  ///< its latency is neither that of a hit nor that of a miss
  both,     ///< some repeats hit, others miss
  unclear,  ///< the known latencies of hit and miss are too close, or scatter too much
};

/// A load counts as a hit (or miss) if all its repeats, except for the fastest and the slowest tenth, differ from the measured hit
/// (or miss) by less than a quarter of the gap between hit and miss. In the known hit and miss, three standard deviations of the
/// jitter must be less than that quarter.
AnsweredAs answered_as(const TimedOperation& hit, const TimedOperation& miss, const TimedOperation& seen);

}  // namespace chasescope::inference
