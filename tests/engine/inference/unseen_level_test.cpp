#include "engine/inference/levels/unseen_level.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/trace/random.h"

namespace chasescope::inference {
namespace {

constexpr std::size_t kAccesses = 50'000;
constexpr LatencyNoise kNoise{40, 3, 1e-3, 320, 2900, 0};

/// Outliers of a share `share` of kAccesses accesses, which add `low` to `high` cycles to 40.
std::vector<float> outliers(double share, double low, double high, std::uint64_t seed) {
  Random random(seed);
  std::vector<float> strays;
  for (std::size_t i = 0; i < kAccesses; ++i)
    if (random.unit() < share) strays.push_back(static_cast<float>(40 + low + random.unit() * (high - low)));
  return strays;
}

/// `count` latencies of a level that takes `cycles`, with jitter of 3 cycles.
void add_level(std::vector<float>& strays, std::size_t count, double cycles, std::uint64_t seed) {
  Random random(seed);
  for (std::size_t i = 0; i < count; ++i) {
    double sum = 0;
    for (int k = 0; k < 12; ++k) sum += random.unit();
    strays.push_back(static_cast<float>(cycles + 3 * (sum - 6)));
  }
}

TEST(UnseenLevel, TakesNoOutliersForALevel) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    EXPECT_FALSE(unseen_level(outliers(1e-3, 300, 3000, seed), kAccesses, kNoise)) << seed;
    // More outliers than the noise estimate had, and much fewer.
    EXPECT_FALSE(unseen_level(outliers(3e-3, 300, 3000, seed), kAccesses, {40, 3, 5e-4, 900, 2000, 0})) << seed;
    EXPECT_FALSE(unseen_level(outliers(1e-4, 300, 3000, seed), kAccesses, {40, 3, 0, 0, 0, 0})) << seed;
    // Outliers that all take nearly the same time.
    EXPECT_FALSE(unseen_level(outliers(1e-3, 500, 505, seed), kAccesses, {40, 3, 1e-3, 500, 505, 0})) << seed;
  }
}

TEST(UnseenLevel, FindsALevelAmongOutliers) {
  for (std::uint64_t seed = 0; seed < 50; ++seed)
    for (const double cycles : {90.0, 170.0, 314.0, 700.0, 1500.0}) {
      std::vector<float> strays = outliers(1e-3, 300, 3000, seed);
      add_level(strays, 48, cycles, seed + 1000);
      const auto level = unseen_level(strays, kAccesses, kNoise);
      ASSERT_TRUE(level) << seed << ' ' << cycles;
      EXPECT_NEAR(*level, cycles, 0.05 * cycles + 10) << seed;
    }
}

// One line misses in each of eight passes over 34 lines.
TEST(UnseenLevel, FindsALevelInAShortWalkWhereOneOutlierWasSeen) {
  std::vector<float> strays;
  add_level(strays, 8, 173, 7);
  EXPECT_TRUE(unseen_level(strays, 272, {107, 3, 5e-4, 814, 814, 0}));
}

TEST(UnseenLevel, SaysNothingOfNothingOrOfTwo) {
  EXPECT_FALSE(unseen_level({}, 0, kNoise));
  EXPECT_FALSE(unseen_level({170, 170}, 1000, kNoise));
}

}  // namespace
}  // namespace chasescope::inference
