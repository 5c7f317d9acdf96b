// What memory operations take, told from repeated measurements: latencies, what more threads add, and whether a load was answered
// as a hit or as a miss. Pure functions of what was measured; no number of a card is in them.
#pragma once

#include <vector>

namespace chasescope::inference {

/// What operations take, without the cost of measuring.
struct TimedOperation {
  double median = 0;
  double low = 0, high = 0;              ///< hold the true median with 99 % confidence, also as it was at either end of the series
  double low_tenth = 0, high_tenth = 0;  ///< a tenth of the repeats lies below, and above
};

/// \param cycles one per repeat, with the cost of measuring \param overhead that cost, the median of as many measurements; so it
/// may be off by as much as theirs. \pre not empty.
TimedOperation timed_operation(const std::vector<double>& cycles, double overhead);

/// What each of `more` further threads adds between a measurement with few and one with many. Never negative: who has more to do is
/// not done sooner. \pre more > 0.
struct CostOfMore {
  double cycles = 0;
  double low = 0, high = 0;
};
CostOfMore cost_of_more(const TimedOperation& few, const TimedOperation& many, double more);

/// Operations in a cycle, told from two measurements of which the longer makes `more` operations more. `low` is 0 where the two
/// can't be told apart. \pre more > 0.
CostOfMore rate_of_more(const TimedOperation& few, const TimedOperation& many, double more);

/// As what a load was answered whose answer is not known, beside loads that are known to hit and to miss.
enum class AnsweredAs {
  hit,
  miss,
  neither,  ///< it takes another time than either
  both,     ///< now the one and now the other
  unclear,  ///< the two that are known lie too near each other, or scatter too much
};

/// A load counts as a hit (a miss) if all but the tenths at the ends lie within a quarter of the gap from the hit (the miss) that
/// was measured. Jitter must be small beside that quarter in all three: three standard deviations.
AnsweredAs answered_as(const TimedOperation& hit, const TimedOperation& miss, const TimedOperation& seen);

}  // namespace chasescope::inference
