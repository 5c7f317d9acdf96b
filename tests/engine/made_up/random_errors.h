// Measurement errors drawn from a seed. A seed gives the same errors on every machine and compiler.
#pragma once

#include <cmath>
#include <numbers>

#include "engine/trace/random.h"

namespace chasescope::tests {

/// A number with mean 0 and deviation 1, with the rare large errors of a normal distribution (Box and Muller).
inline double gaussian(Random& random) {
  const double u = 1.0 - random.unit();
  return std::sqrt(-2.0 * std::log(u)) * std::cos(2 * std::numbers::pi * random.unit());
}

/// Nearly the same distribution, but never beyond ±6: the sum of twelve uniform numbers, less 6.
inline double bounded_gaussian(Random& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += random.unit();
  return sum;
}

}  // namespace chasescope::tests
