#include "engine/statistics/tails.h"

#include <gtest/gtest.h>

#include <cmath>

namespace chasescope::statistics {
namespace {

// By adding up the terms, with the logarithm of the factorial.
double naive_at_least(std::uint64_t hits, std::uint64_t trials, double share) {
  double sum = 0;
  for (std::uint64_t k = hits; k <= trials; ++k) {
    const auto n = static_cast<double>(trials), x = static_cast<double>(k);
    sum += std::exp(std::lgamma(n + 1) - std::lgamma(x + 1) - std::lgamma(n - x + 1) + x * std::log(share) + (n - x) * std::log(1 - share));
  }
  return sum;
}

TEST(Tails, OfTheNormalDistributionAreThoseOfTheTables) {
  EXPECT_NEAR(normal_tail(0), 0.5, 1e-12);
  EXPECT_NEAR(normal_tail(1.959964), 0.025, 1e-7);
  EXPECT_NEAR(normal_tail(6) / 9.8659e-10, 1, 1e-4);
  for (const double chance : {0.3, 1e-3, 1e-9, 1e-15}) EXPECT_NEAR(normal_tail(normal_above(chance)) / chance, 1, 1e-9);
}

TEST(Tails, OfTheBinomialDistributionAreTheSumOfItsTerms) {
  for (const double share : {0.001, 0.3, 0.5, 0.97})
    for (const std::uint64_t trials : {1U, 7U, 400U})
      for (std::uint64_t hits = 1; hits <= trials; hits += 1 + trials / 9)
        EXPECT_NEAR(binomial_at_least(hits, trials, share), naive_at_least(hits, trials, share), 1e-9) << hits << " of " << trials << " at " << share;
  EXPECT_EQ(binomial_at_least(0, 10, 0.1), 1);
  EXPECT_EQ(binomial_at_least(11, 10, 0.1), 0);
  EXPECT_EQ(binomial_at_least(1, 10, 0), 0);
  EXPECT_EQ(binomial_at_least(10, 10, 1), 1);
}

}  // namespace
}  // namespace chasescope::statistics
