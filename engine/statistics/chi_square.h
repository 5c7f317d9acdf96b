// Pearson's chi-square test of counts.
#pragma once

#include <span>

namespace chasescope::inference {

/// The probability of a chi-square at least this large under `degrees` degrees of freedom.
double chi_square_tail(double chi_square, double degrees);

/// The probability that counts from a distribution with the expected counts `expected` deviate from them at least as much as
/// `counts` does (same length; cells with an expected count below 5 are pooled).
double fit_probability(std::span<const double> counts, std::span<const double> expected);

/// The probability that two sets of counts from one distribution differ at least as much as these.
double same_distribution_probability(std::span<const double> a, std::span<const double> b);

}  // namespace chasescope::inference
