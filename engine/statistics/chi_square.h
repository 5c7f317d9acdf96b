// Pearson's test of counts.
#pragma once

#include <span>

namespace chasescope::inference {

/// The probability of a chi-square at least this large under `degrees` degrees of freedom.
double chi_square_tail(double chi_square, double degrees);

/// The probability that counts as uneven as these come from `expected` (same length; cells expecting less than 5 are pooled).
double fit_probability(std::span<const double> counts, std::span<const double> expected);

/// The probability that two sets of counts as different as these come from one distribution.
double same_distribution_probability(std::span<const double> a, std::span<const double> b);

}  // namespace chasescope::inference
