#include "engine/statistics/change_point.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/statistics/median.h"

namespace chasescope::inference {
namespace {

constexpr std::size_t kFewestOnASide = 3;
// The smallest spread that the model assumes, as a share of the range of the series. It is small for the values before the change,
// which are all alike while arrays fit in a cache, and larger for the values after it, which may differ. With equal limits, a long
// run of equal values at the end would attract the split.
constexpr double kFloorBefore = 0.002, kFloorAfter = 0.05;
constexpr double kTail = 0.05;           // share of the values at each end that are left out of the range
const double kSupport = std::log(20.0);  // splits less likely than 1/20 of the best one are outside the interval

/// Returns the range of the values without the outliers, and moves each outlier to within one such range of the others.
double tame(std::vector<double>& values) {
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  const auto tail = static_cast<std::size_t>(kTail * static_cast<double>(sorted.size()) + 0.5);
  const double low = sorted[tail], high = sorted[sorted.size() - 1 - tail];
  for (double& value : values) value = std::clamp(value, 2 * low - high, 2 * high - low);
  return high - low;
}

/// -log of the likelihood of values around their median, up to a constant that is the same for every split.
double cost(std::span<const double> values, double floor) {
  const double median = median_of({values.begin(), values.end()});
  double sum = 0;
  for (const double value : values) sum += std::abs(value - median);
  const auto count = static_cast<double>(values.size());
  return count * std::log(std::max(sum / count, floor));
}

/// The same for values around a straight line (least squares).
double cost_of_line(std::span<const double> values, double floor) {
  const auto n = static_cast<double>(values.size());
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto x = static_cast<double>(i);
    sx += x;
    sy += values[i];
    sxx += x * x;
    sxy += x * values[i];
  }
  const double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
  const double start = (sy - slope * sx) / n;
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += std::abs(values[i] - start - slope * static_cast<double>(i));
  return n * std::log(std::max(sum / n, floor));
}

}  // namespace

GeometricImage geometric_image(std::span<const float> latencies, double reference) {
  if (latencies.empty()) return {};
  double squares = 0, along = 0, length = 0;
  for (const float latency : latencies) {
    const double x = latency;
    squares += (x - reference) * (x - reference);
    along += x;
    length += x * x;
  }
  const auto n = static_cast<double>(latencies.size());
  const double cosine = length == 0 ? 1 : std::clamp(along / std::sqrt(n * length), -1.0, 1.0);
  return {std::sqrt(squares / n), std::acos(cosine)};
}

double ks_distance(std::span<const double> a, std::span<const double> b) {
  if (a.empty() || b.empty()) return 0;
  std::vector<double> sorted_a(a.begin(), a.end()), sorted_b(b.begin(), b.end());
  std::sort(sorted_a.begin(), sorted_a.end());
  std::sort(sorted_b.begin(), sorted_b.end());
  double largest = 0;
  std::size_t i = 0, j = 0;
  while (i < sorted_a.size() && j < sorted_b.size()) {
    const double x = std::min(sorted_a[i], sorted_b[j]);
    while (i < sorted_a.size() && sorted_a[i] == x) ++i;
    while (j < sorted_b.size() && sorted_b[j] == x) ++j;
    largest = std::max(largest, std::abs(static_cast<double>(i) / static_cast<double>(sorted_a.size()) -
                                         static_cast<double>(j) / static_cast<double>(sorted_b.size())));
  }
  return largest;
}

double ks_critical_distance(double alpha, std::size_t n, std::size_t m) {
  if (n == 0 || m == 0) return std::numeric_limits<double>::infinity();
  const double a = static_cast<double>(n), b = static_cast<double>(m);
  return std::sqrt(-0.5 * (a + b) / (a * b) * std::log(alpha / 2));
}

// The Kolmogorov distribution comes with Boost.Math 1.75; Debian 12 has 1.74.
double ks_p_value(double distance, std::size_t n, std::size_t m) {
  if (n == 0 || m == 0 || distance <= 0) return 1;
  const double root = std::sqrt(static_cast<double>(n) * static_cast<double>(m) / static_cast<double>(n + m));
  const double lambda = (root + 0.12 + 0.11 / root) * distance;
  if (lambda < 0.3) return 1;  // here the p-value is 1 to six digits, and the series converges slowly
  double sum = 0, sign = 1;
  for (int k = 1; k <= 100; ++k) {
    const double term = std::exp(-2.0 * k * k * lambda * lambda);
    sum += sign * term;
    if (term < 1e-16) break;
    sign = -sign;
  }
  return std::clamp(2 * sum, 0.0, 1.0);
}

ChangePoint find_change_point(std::span<const double> series, double alpha) {
  ChangePoint change;
  const std::size_t n = series.size();
  if (n < 2 * kFewestOnASide) return change;
  std::vector<double> tamed(series.begin(), series.end());
  const double range = tame(tamed);
  const std::span<const double> values(tamed);
  const std::size_t splits = n - 2 * kFewestOnASide + 1;
  const auto corrected = [&](double distance, std::size_t before) {
    return std::min(1.0, ks_p_value(distance, before, n - before) * static_cast<double>(splits));
  };
  if (corrected(1, n / 2) > alpha) return change;  // too few values: not even a clean step in the middle would pass the test
  if (range <= 0) {
    change.kind = ChangePoint::Kind::none;
    return change;
  }

  std::vector<double> costs;
  for (std::size_t split = kFewestOnASide; split + kFewestOnASide <= n; ++split)
    costs.push_back(cost(values.first(split), range * kFloorBefore) + cost(values.subspan(split), range * kFloorAfter));
  const auto best = std::min_element(costs.begin(), costs.end());
  const auto split_at = [&](auto at) { return kFewestOnASide + static_cast<std::size_t>(at - costs.begin()); };
  const auto likely = [&](double c) { return c <= *best + kSupport; };
  change.index = split_at(best);
  change.low = split_at(std::find_if(costs.begin(), costs.end(), likely));
  change.high = n - kFewestOnASide - static_cast<std::size_t>(std::find_if(costs.rbegin(), costs.rend(), likely) - costs.rbegin());

  const auto before = values.first(change.index), after = values.subspan(change.index);
  change.distance = ks_distance(before, after);
  change.critical = ks_critical_distance(alpha, before.size(), after.size());
  change.p_value = corrected(change.distance, before.size());
  change.rises = median_of({after.begin(), after.end()}) > median_of({before.begin(), before.end()});
  if (change.p_value > alpha) {
    // Close to an end of the series, even a clean step does not pass the test.
    change.kind = change.distance >= 1 ? ChangePoint::Kind::undecided : ChangePoint::Kind::none;
  } else {
    // A line has two parameters fewer than a step, so at equal cost it is the simpler explanation.
    change.kind = cost_of_line(values, range * kFloorBefore) <= *best ? ChangePoint::Kind::trend : ChangePoint::Kind::found;
  }
  return change;
}

}  // namespace chasescope::inference
