#include "engine/inference/requests/memory_operations.h"

#include <algorithm>
#include <cmath>

#include "engine/statistics/median_interval.h"

namespace chasescope::inference {
namespace {

constexpr double kTenthInDeviations = 1.2816;  // standard deviations from the mean of a normal distribution to its outer tenth
// Standard deviations of jitter that must fit in a zone: three of a thousand loads then lie outside.
constexpr double kDeviations = 3;

double deviation_of(const TimedOperation& timed) { return (timed.high_tenth - timed.low_tenth) / (2 * kTenthInDeviations); }

}  // namespace

TimedOperation timed_operation(const std::vector<double>& cycles, double overhead) {
  constexpr std::ptrdiff_t kParts = 4;  // parts of the series; the medians of the first and the last show drift
  const MedianInterval middle = median_interval_of(cycles);
  const std::ptrdiff_t part = std::max<std::ptrdiff_t>(std::ssize(cycles) / kParts, 1);
  const double first = median_of({cycles.begin(), cycles.begin() + part}), last = median_of({cycles.end() - part, cycles.end()});
  // Extrapolates the drift from the middle of the first and last part to the ends of the series, by half a part. The two middles
  // are kParts − 1 parts apart.
  const double beyond = (last - first) / (2 * (kParts - 1));
  const auto [least, most] = std::minmax({first - beyond, last + beyond, middle.median});
  // The error is doubled, because the overhead is a median of as many measurements with its own error. The medians of the parts
  // have errors as well.
  const double below = 2 * (middle.median - middle.low), above = 2 * (middle.high - middle.median);
  std::vector<double> sorted = cycles;
  std::sort(sorted.begin(), sorted.end());
  const std::size_t tenth = sorted.size() / 10;
  return {middle.median - overhead, least - below - overhead, most + above - overhead, sorted[tenth] - overhead,
          sorted[sorted.size() - 1 - tenth] - overhead};
}

CostOfMore cost_of_more(const TimedOperation& few, const TimedOperation& many, double more) {
  const auto each = [&](double from, double to) { return std::max(0.0, (to - from) / more); };
  return {each(few.median, many.median), each(few.high, many.low), each(few.low, many.high)};
}

CostOfMore rate_of_more(const TimedOperation& few, const TimedOperation& many, double more) {
  const auto rate = [&](double from, double to) { return to > from ? more / (to - from) : 0; };
  if (!(many.low > few.high)) return {};
  return {rate(few.median, many.median), rate(few.low, many.high), rate(few.high, many.low)};
}

AnsweredAs answered_as(const TimedOperation& hit, const TimedOperation& miss, const TimedOperation& seen) {
  const double zone = (miss.median - hit.median) / 4;
  const double jitter = std::max({deviation_of(hit), deviation_of(miss)});
  if (!(zone > 0) || kDeviations * jitter > zone) return AnsweredAs::unclear;
  const auto is_in = [&](double cycles, const TimedOperation& known) { return std::abs(cycles - known.median) <= zone; };
  const bool low_hits = is_in(seen.low_tenth, hit), high_hits = is_in(seen.high_tenth, hit);
  const bool low_misses = is_in(seen.low_tenth, miss), high_misses = is_in(seen.high_tenth, miss);
  if (low_hits && high_hits) return AnsweredAs::hit;
  if (low_misses && high_misses) return AnsweredAs::miss;
  return low_hits && high_misses ? AnsweredAs::both : AnsweredAs::neither;
}

}  // namespace chasescope::inference
