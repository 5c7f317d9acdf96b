#include "engine/statistics/tails.h"

#include <gtest/gtest.h>

#include <cmath>

namespace chasescope::statistics {
namespace {

// Adds up the terms of the distribution, with the logarithm of the factorial.
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

TEST(Tails, of_the_poisson_distribution_are_the_sum_of_its_terms) {
  for (const double mean : {0.01, 0.3, 4.0, 60.0})
    for (const std::uint64_t count : {1, 2, 9, 40}) {
      double sum = 0;
      for (std::uint64_t k = count; k < 400; ++k)
        sum += std::exp(static_cast<double>(k) * std::log(mean) - mean - std::lgamma(static_cast<double>(k) + 1));
      EXPECT_NEAR(poisson_at_least(count, mean) / sum, 1, 1e-9) << count << " where " << mean << " are expected";
    }
  EXPECT_EQ(poisson_at_least(0, 3), 1);
  EXPECT_EQ(poisson_at_least(1, 0), 0);
}

// Wilson 1927, as in the tables of textbooks: 8 of 10, 0 of 20 and 20 of 20.
TEST(Tails, of_a_share_make_its_interval) {
  EXPECT_NEAR(share_interval(8, 10).low, 0.4902, 1e-4);
  EXPECT_NEAR(share_interval(8, 10).high, 0.9433, 1e-4);
  EXPECT_NEAR(share_interval(0, 20).low, 0, 1e-12);
  EXPECT_NEAR(share_interval(0, 20).high, 0.1611, 1e-4);
  EXPECT_NEAR(share_interval(20, 20).low, 0.8389, 1e-4);
  EXPECT_NEAR(share_interval(20, 20).high, 1, 1e-12);
}

TEST(Tails, belong_to_the_density_of_the_normal_distribution) {
  constexpr double kStep = 1e-4;
  for (const double z : {-2.0, 0.0, 0.7, 3.0})
    EXPECT_NEAR((normal_tail(z - kStep / 2) - normal_tail(z + kStep / 2)) / kStep, normal_density(z), 1e-8);
}

}  // namespace
}  // namespace chasescope::statistics
