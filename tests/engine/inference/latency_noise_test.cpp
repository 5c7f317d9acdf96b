// How noise is removed from latencies, and how levels are told apart in spite of it.
#include "engine/inference/levels/latency_noise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace chasescope::inference {
namespace {

struct Sampled {
  std::vector<float> cycles;
  std::vector<double> place;
};

// Whole cycles of at least 1, as a clock gives them.
Sampled sampled(double latency, double sigma, double drift, std::size_t accesses, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> jitter(0, sigma);
  Sampled result;
  for (std::size_t i = 0; i < accesses; ++i) {
    const double place = static_cast<double>(i) / static_cast<double>(accesses - 1);
    result.place.push_back(place);
    result.cycles.push_back(static_cast<float>(std::max(1.0, std::round(latency * (1 + drift * place) + jitter(random)))));
  }
  return result;
}

TEST(LatencyAtStart, IsToldWithinItsUncertainty) {
  for (const double latency : {30.0, 281.25, 704.5})
    for (const double drift : {0.0, 0.02, -0.01})
      for (unsigned seed = 1; seed < 20; ++seed) {
        const Sampled sample = sampled(latency, 3, drift, 10000, seed);
        const LatencyAtStart start = latency_at_start(sample.cycles, sample.place);
        EXPECT_TRUE(start.followed);
        EXPECT_NEAR(start.cycles, latency, start.uncertainty) << drift << ' ' << seed;
        EXPECT_LT(start.uncertainty, 0.5);
      }
}

// With this jitter, one access in ten would be below the least number that a clock gives.
TEST(LatencyAtStart, IsNotTooLongWhereTheClockCutsOffShortLatencies) {
  for (const double latency : {4.0, 5.0, 7.0})
    for (unsigned seed = 1; seed < 20; ++seed) {
      const Sampled sample = sampled(latency, 3, 0.02, 60000, seed);
      const LatencyAtStart start = latency_at_start(sample.cycles, sample.place);
      EXPECT_NEAR(start.cycles, latency, 0.1) << seed;
    }
}

TEST(LatencyAtStart, SaysWhereNoStraightLineLeadsBack) {
  for (unsigned seed = 1; seed < 20; ++seed) {
    const Sampled straight = sampled(200, 3, 0.02, 16000, seed);
    EXPECT_FALSE(latency_at_start(straight.cycles, straight.place).bent) << seed;
    Sampled wave = sampled(200, 3, 0, 16000, seed);
    for (std::size_t i = 0; i < wave.cycles.size(); ++i)
      wave.cycles[i] += static_cast<float>(4 * std::sin(6.28 * wave.place[i] * (1 + seed % 4)));
    EXPECT_TRUE(latency_at_start(wave.cycles, wave.place).bent) << seed;
  }
}

TEST(LatencyAtStart, IsTheMedianOfAFew) {
  const std::vector<float> cycles{100, 101, 102, 101, 99};
  const std::vector<double> place{0, 0.25, 0.5, 0.75, 1};
  const LatencyAtStart start = latency_at_start(cycles, place);
  EXPECT_FALSE(start.followed);
  EXPECT_EQ(start.cycles, 101);
}

// One access in sixteen belongs to a level that takes 18 cycles less.
TEST(LatencyAtStart, LeavesOutWhatIsOfAnotherLevel) {
  for (unsigned seed = 1; seed < 20; ++seed) {
    Sampled sample = sampled(345, 3, 0.02, 16000, seed);
    for (std::size_t i = seed % 16; i < sample.cycles.size(); i += 16) sample.cycles[i] -= 18;
    const LatencyAtStart start = latency_at_start(sample.cycles, sample.place, 9);
    EXPECT_NEAR(start.cycles, 345, 0.25) << seed;
    EXPECT_NEAR(start.drift, 0.02, 0.002) << seed;
  }
}

// If latencies beyond narrow limits are left out, the rest spread less, but they also say less about the middle. The uncertainty
// takes this into account.
TEST(LatencyAtStart, is_as_uncertain_as_the_ends_of_what_is_taken_make_it) {
  constexpr unsigned kSeeds = 100;
  double squares = 0;
  for (unsigned seed = 1; seed <= kSeeds; ++seed) {
    const Sampled sample = sampled(53, 3, 0.02, 16000, seed);
    const LatencyAtStart start = latency_at_start(sample.cycles, sample.place, 4);
    squares += std::pow((start.cycles - 53) / start.uncertainty, 2) / kSeeds;
  }
  EXPECT_NEAR(std::sqrt(squares), 0.25, 0.08);  // the uncertainty is four standard errors
}

TEST(LatencyNoise, IsExactForOneLatency) { EXPECT_TRUE(estimate_noise(std::vector<float>(2000, 33)).exact()); }

TEST(LatencyNoise, TellsJitterOutliersAndDrift) {
  Sampled sample = sampled(200, 3, 0.05, 4000, 7);
  for (std::size_t i = 100; i < 4000; i += 1000) sample.cycles[i] += 500;
  const LatencyNoise noise = estimate_noise(sample.cycles);
  EXPECT_NEAR(noise.drift, 0.05, 0.01);
  EXPECT_NEAR(noise.outlier_share, 0.001, 1e-6);
  EXPECT_NEAR(noise.outlier_low, 500, 15);
  EXPECT_GT(noise.sigma, 2.5);  // the drift makes sigma larger than the jitter alone
  EXPECT_LT(noise.sigma, 6);
}

TEST(LatencyNoise, LevelsAreApartBySevenSigmaAndMoreThanDrift) {
  const auto apart = [](double nearer, double farther, double sigma) {
    return is_apart({nearer, nearer, nearer}, {farther, farther, farther}, {.sigma = sigma});
  };
  EXPECT_TRUE(apart(100, 121, 3));
  EXPECT_FALSE(apart(100, 120, 3));
  EXPECT_TRUE(apart(950, 1000, 3));
  EXPECT_FALSE(apart(960, 1000, 3));  // a clock that drifts by 2 % up or down makes the same difference
}

}  // namespace
}  // namespace chasescope::inference
