#include "engine/inference/levels/slow_drift.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/trace/random.h"
#include "tests/engine/made_up/random_errors.h"

namespace chasescope::inference {
namespace {

using chasescope::tests::bounded_gaussian;

struct Chase {
  std::vector<double> levels;  // the latency of each element
  std::size_t passes = 16;
  double sigma = 3, drift = 0.02;
};

std::vector<float> measured(const Chase& chase, std::uint64_t seed) {
  Random random(seed);
  std::vector<float> cycles;
  const auto accesses = static_cast<double>(chase.passes * chase.levels.size());
  for (std::size_t pass = 0; pass < chase.passes; ++pass)
    for (const double level : chase.levels) {
      const double where = static_cast<double>(cycles.size()) / accesses;
      double latency = level * (1 + chase.drift * where) + chase.sigma * bounded_gaussian(random);
      if (random.unit() < 0.001) latency += 300 + 2700 * random.unit();
      cycles.push_back(static_cast<float>(std::floor(latency + 0.5)));
    }
  return cycles;
}

TEST(SlowDrift, IsFoundWhateverTheElementsTake) {
  Random random(7);
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Chase chase;
    chase.drift = 0.05 * random.unit() - 0.02;
    chase.passes = 8 + random.below(24);
    for (std::size_t i = 0; i < 64 + random.below(500); ++i) chase.levels.push_back(random.unit() < 0.5 ? 420 : 435);
    const auto cycles = measured(chase, seed);
    const SlowDrift found = fit_drift(cycles, chase.levels.size(), chase.sigma);
    EXPECT_NEAR(found.share, chase.drift, 4.5 * found.uncertainty) << seed;
    EXPECT_LT(found.uncertainty, 0.003) << seed;
  }
}

TEST(SlowDrift, IsNotTakenFromElementsThatChangeLevel) {
  Random random(5);
  Chase chase;
  chase.levels.assign(200, 300);
  auto cycles = measured(chase, 3);
  // Half of the elements miss with a probability that grows during the chase.
  for (std::size_t i = 0; i < cycles.size(); ++i)
    if (i % 2 == 0 && random.unit() < static_cast<double>(i) / static_cast<double>(cycles.size())) cycles[i] += 200;
  const SlowDrift found = fit_drift(cycles, chase.levels.size(), chase.sigma);
  EXPECT_NEAR(found.share, 0.02, 0.005);
}

TEST(SlowDrift, IsUnknownFromOnePass) {
  EXPECT_TRUE(std::isinf(fit_drift(std::vector<float>{30, 31, 32}, 3, 1).uncertainty));
  EXPECT_TRUE(std::isinf(fit_drift({}, 0, 1).uncertainty));
}

TEST(SlowDrift, TakenOutLeavesWhatTheChaseBeganWith) {
  Chase chase;
  chase.levels.assign(100, 1000);
  const auto cycles = measured(chase, 11);
  const auto straight = without_drift(cycles, fit_drift(cycles, 100, 3));
  double sum = 0;
  std::size_t count = 0;
  for (const float value : straight)
    if (value < 1100) {
      sum += value;
      ++count;
    }
  EXPECT_NEAR(sum / static_cast<double>(count), 1000, 0.8);
}

TEST(SteadyElements, AreThoseThatTakeTheSameInEveryPass) {
  Random random(9);
  Chase chase;
  chase.drift = 0;
  for (int i = 0; i < 300; ++i) chase.levels.push_back(i % 3 == 0 ? 115 : 100);
  auto cycles = measured(chase, 21);
  for (std::size_t i = 0; i < cycles.size(); ++i)
    if (i % 300 >= 200 && random.unit() < 0.5) cycles[i] += 15;  // these elements switch between two levels
  const auto elements = steady_elements(cycles, 300, 3);
  std::size_t steady = 0, taken = 0;
  for (std::size_t i = 0; i < 200; ++i) {
    if (!elements[i].steady) continue;
    ++steady;
    EXPECT_NEAR(elements[i].cycles, chase.levels[i], 5 * 3 / std::sqrt(16)) << i;
  }
  for (std::size_t i = 200; i < 300; ++i) taken += elements[i].steady ? 1 : 0;
  EXPECT_GT(steady, 190U);
  EXPECT_LT(taken, 5U);
}

}  // namespace
}  // namespace chasescope::inference
