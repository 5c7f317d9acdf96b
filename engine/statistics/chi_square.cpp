#include "engine/statistics/chi_square.h"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <cstddef>

namespace chasescope::inference {

double chi_square_tail(double chi_square, double degrees) {
  if (degrees <= 0) return 1;
  return chi_square <= 0 ? 1 : boost::math::cdf(boost::math::complement(boost::math::chi_squared(degrees), chi_square));
}

double fit_probability(std::span<const double> counts, std::span<const double> expected) {
  constexpr double kLeastExpected = 5;
  double chi_square = 0, pooled = 0, pooled_expected = 0;
  int cells = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (expected[i] < kLeastExpected) {
      pooled += counts[i];
      pooled_expected += expected[i];
      continue;
    }
    chi_square += (counts[i] - expected[i]) * (counts[i] - expected[i]) / expected[i];
    ++cells;
  }
  if (pooled_expected == 0 && pooled > 0) return 0;
  if (pooled_expected > 0) {
    const double spread = std::max(pooled_expected, 1.0);
    chi_square += (pooled - pooled_expected) * (pooled - pooled_expected) / spread;
    ++cells;
  }
  return chi_square_tail(chi_square, cells - 1);
}

double same_distribution_probability(std::span<const double> a, std::span<const double> b) {
  double sum_a = 0, sum_b = 0;
  for (const double count : a) sum_a += count;
  for (const double count : b) sum_b += count;
  if (sum_a == 0 || sum_b == 0) return 1;
  double chi_square = 0, rest_a = 0, rest_b = 0;
  int cells = 0;
  const auto add = [&](double in_a, double in_b) {
    const double both = in_a + in_b;
    if (both == 0) return;
    const double expected_a = both * sum_a / (sum_a + sum_b), expected_b = both * sum_b / (sum_a + sum_b);
    chi_square += (in_a - expected_a) * (in_a - expected_a) / expected_a + (in_b - expected_b) * (in_b - expected_b) / expected_b;
    ++cells;
  };
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] + b[i] < 10) {
      rest_a += a[i];
      rest_b += b[i];
    } else {
      add(a[i], b[i]);
    }
  }
  if (rest_a + rest_b >= 5) add(rest_a, rest_b);
  return chi_square_tail(chi_square, cells - 1);
}

}  // namespace chasescope::inference
