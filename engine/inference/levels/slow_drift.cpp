// Decision 12: docs/decisions/inference/12-drift.md
#include "engine/inference/levels/slow_drift.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/statistics/median.h"

namespace chasescope::inference {
namespace {

constexpr double kReachSigmas = 4;      // jitter deviates no farther than this
constexpr double kFewestAgree = 0.9;    // share of the passes
constexpr double kUnknownDrift = 0.03;  // share of a latency, before anything is known
constexpr double kFinestClock = 0.3;    // cycles: the standard deviation of rounding to whole cycles
// Of latencies of 100 cycles in jitter of 3 cycles, so many accesses tell the drift within 0.1 %.
constexpr std::size_t kEnoughAccesses = 1 << 13;

// The latencies of one element in all passes, and the number of passes that agree with the median.
struct Column {
  double median = 0;
  double reach = 0;  // cycles: a pass agrees if it is no farther from the median
  std::size_t agreeing = 0;
  bool agrees(double value) const { return std::abs(value - median) <= reach; }
};

/// Groups the latencies of a walk by element: those of element 0 in all passes, then those of element 1, and so on.
class ByElement {
 public:
  ByElement(std::span<const float> cycles, std::size_t period)
      : passes_(cycles.size() / period), rest_(cycles.size() % period), values_(cycles.size()) {
    for (std::size_t first = 0, pass = 0; first < cycles.size(); first += period, ++pass)
      for (std::size_t element = 0; element < std::min(period, cycles.size() - first); ++element)
        values_[begin_of(element) + pass] = cycles[first + element];
  }
  std::span<const float> of(std::size_t element) const {
    return std::span(values_).subspan(begin_of(element), passes_ + (element < rest_ ? 1 : 0));
  }

 private:
  // The last pass may have ended early.
  std::size_t begin_of(std::size_t element) const { return element * passes_ + std::min(element, rest_); }

  std::size_t passes_, rest_;
  std::vector<float> values_;
};

/// Changes the order of `values`.
Column column_of(std::span<const float> cycles, double reach, double share, std::vector<float>& values) {
  values.assign(cycles.begin(), cycles.end());
  const float middle = upper_median(values);
  Column column{middle, reach + share * middle, 0};
  column.agreeing =
      static_cast<std::size_t>(std::count_if(values.begin(), values.end(), [&](float value) { return column.agrees(value); }));
  return column;
}

bool mostly_agrees(const Column& column, std::size_t passes) {
  return static_cast<double>(column.agreeing) >= kFewestAgree * static_cast<double>(passes);
}

}  // namespace

// The latencies of each element lie on a line m·(1 + d·x), with x the place in the chase. The level m of the element is eliminated
// by taking differences from its means. One slope is left for all: least squares with weights m, because the jitter does not grow
// with m. Of a long chase, elements at equal distances are enough.
SlowDrift fit_drift(std::span<const float> cycles, std::size_t period, double sigma) {
  SlowDrift drift{0, std::numeric_limits<double>::infinity()};
  const std::size_t passes = period == 0 ? 0 : cycles.size() / period;
  if (passes < 2) return drift;
  const double spread = std::max(sigma, kFinestClock);
  const auto accesses = static_cast<double>(cycles.size());
  const auto where = [&](std::size_t i) { return static_cast<double>(i) / accesses; };
  const std::size_t every = std::max<std::size_t>(1, cycles.size() / kEnoughAccesses);
  std::vector<float> straight,
      values;  // the latencies of one element, without the drift found so far; in the order of time, and in another
  // Drift must not make passes look as if they disagreed. So each round removes the drift found by the round before.
  for (int round = 0; round < 3; ++round) {
    double xy = 0, xx = 0;
    for (std::size_t element = 0; element < period; element += every) {
      straight.clear();
      for (std::size_t i = element; i < cycles.size(); i += period)
        straight.push_back(static_cast<float>(cycles[i] / (1 + drift.share * where(i))));
      const Column column = column_of(straight, kReachSigmas * spread, round == 0 ? kUnknownDrift : 0, values);
      if (!mostly_agrees(column, passes)) continue;
      double n = 0, x = 0, y = 0;
      for (std::size_t pass = 0; pass < straight.size(); ++pass)
        if (column.agrees(straight[pass])) {
          n += 1;
          x += where(pass * period + element);
          y += cycles[pass * period + element];
        }
      x /= n;
      y /= n;
      const double level = y / (1 + drift.share * x);
      for (std::size_t pass = 0; pass < straight.size(); ++pass)
        if (column.agrees(straight[pass])) {
          const double from_mean = where(pass * period + element) - x;
          xy += level * from_mean * (cycles[pass * period + element] - y);
          xx += level * level * from_mean * from_mean;
        }
    }
    if (xx <= 0) return drift;
    drift = {xy / xx, spread / std::sqrt(xx)};
  }
  return drift;
}

std::vector<float> without_drift(std::span<const float> cycles, const SlowDrift& drift) {
  std::vector<float> straight(cycles.begin(), cycles.end());
  const auto accesses = static_cast<double>(cycles.size());
  for (std::size_t i = 0; i < straight.size(); ++i) {
    straight[i] = static_cast<float>(straight[i] / (1 + drift.share * static_cast<double>(i) / accesses));
  }
  return straight;
}

std::vector<SteadyElement> steady_elements(std::span<const float> cycles, std::size_t period, double sigma) {
  const std::size_t passes = period == 0 ? 0 : cycles.size() / period;
  std::vector<SteadyElement> elements(passes < 2 ? 0 : period);
  const double spread = std::max(sigma, kFinestClock);
  if (elements.empty()) return elements;
  const ByElement by_element(cycles, period);
  std::vector<float> values;
  for (std::size_t element = 0; element < elements.size(); ++element) {
    const Column column = column_of(by_element.of(element), kReachSigmas * spread, 0, values);
    if (!mostly_agrees(column, passes)) continue;
    double n = 0, sum = 0, squares = 0;
    for (const float value : values) {
      if (!column.agrees(value)) continue;
      n += 1;
      sum += value;
      squares += (value - column.median) * (value - column.median);
    }
    // If two close levels answered the element, its latencies spread wider than jitter, although none lies out of reach. Such an
    // element is not steady.
    const double mean = sum / n, variance = std::max(0.0, squares / n - (mean - column.median) * (mean - column.median));
    if (std::sqrt(variance) > spread * (1 + 2.5 / std::sqrt(2 * n)) + kFinestClock) continue;
    elements[element] = {true, mean};
  }
  return elements;
}

}  // namespace chasescope::inference
