#include "engine/inference/curves/plateaus.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/inference/curves/curve_point.h"
#include "engine/trace/random.h"
#include "tests/engine/made_up/random_errors.h"

namespace chasescope::inference {
namespace {

using chasescope::tests::gaussian;

std::vector<CurvePoint> points_of(const std::vector<double>& cycles, double error = 0) {
  std::vector<CurvePoint> points;
  for (std::size_t i = 0; i < cycles.size(); ++i) points.push_back({std::exp2(static_cast<double>(i)), cycles[i], error});
  return points;
}

// The poster's numbers: 80, 350 and 580 cycles, with a few points on the rises between them.
TEST(Plateaus, ThreeLevels) {
  const auto plateaus = find_plateaus(points_of({80, 80, 80, 80, 80, 150, 270, 350, 350, 350, 350, 460, 580, 580, 580}));
  ASSERT_EQ(plateaus.size(), 3U);
  EXPECT_EQ(plateaus[0], (Plateau{0, 4, 80, 80, 80}));
  EXPECT_EQ(plateaus[1], (Plateau{7, 10, 350, 350, 350}));
  EXPECT_EQ(plateaus[2], (Plateau{12, 14, 580, 580, 580}));
}

TEST(Plateaus, CloseLevelsAreTwo) {
  const auto plateaus = find_plateaus(points_of({230, 230, 230, 236, 236, 236, 289, 289, 289}));
  ASSERT_EQ(plateaus.size(), 3U);
  EXPECT_EQ(plateaus[1].cycles, 236);
}

TEST(Plateaus, NoiseOfItsPointsDoesNotBreakOne) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Random random(seed);
    std::vector<double> cycles;
    for (int i = 0; i < 60; ++i) cycles.push_back((i < 20 ? 80 : i < 40 ? 350 : 580) + 1.5 * gaussian(random));
    for (const double stated : {1.5, 0.0}) {
      const auto plateaus = find_plateaus(points_of(cycles, stated));
      ASSERT_EQ(plateaus.size(), 3U) << seed << ' ' << stated;
      EXPECT_EQ(plateaus[0].last, 19U);
      EXPECT_EQ(plateaus[1].last, 39U);
      EXPECT_NEAR(plateaus[1].cycles, 350, 1.5);
    }
  }
}

// On a card, another SM measures each point. SMs lie at different distances from a shared cache, but not from their own cache.
TEST(Plateaus, of_several_SMs_are_not_broken_by_what_the_SMs_differ_by) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Random random(seed);
    std::vector<double> cycles;
    for (int i = 0; i < 45; ++i) cycles.push_back(i < 20 ? 33 : i < 23 ? 33 + 80 * (i - 19) : 281 + 9 * gaussian(random));
    auto points = points_of(cycles, 0.1);
    for (int i = 0; i < 20; ++i) points[static_cast<std::size_t>(i)].error = 0;  // all L1 accesses took the same time
    const auto plateaus = find_plateaus(with_scatter_of_neighbours(points));
    ASSERT_EQ(plateaus.size(), 2U) << seed;
    EXPECT_EQ(plateaus[0], (Plateau{0, 19, 33, 33, 33}));
    EXPECT_LE(plateaus[1].first, 24U) << seed;
    EXPECT_EQ(plateaus[1].last, 44U) << seed;
    EXPECT_NEAR(plateaus[1].cycles, 281, 8);
    EXPECT_NE(find_plateaus(points), plateaus) << "their own errors break it";
  }
}

TEST(Plateaus, ARampHasNone) {
  std::vector<double> even, slow;
  for (int i = 0; i < 40; ++i) {
    even.push_back(100 + 20 * i);
    slow.push_back(400 * std::pow(1.006, i));  // the step of 0.6 % from point to point is less than the resolution
  }
  EXPECT_TRUE(find_plateaus(points_of(even)).empty());
  EXPECT_TRUE(find_plateaus(points_of(slow)).empty());
}

TEST(Plateaus, AFlatCurveIsOne) {
  const auto plateaus = find_plateaus(points_of(std::vector<double>(30, 440)));
  ASSERT_EQ(plateaus.size(), 1U);
  EXPECT_EQ(plateaus[0].first, 0U);
  EXPECT_EQ(plateaus[0].last, 29U);
}

TEST(Plateaus, FewPointsAreNone) {
  EXPECT_TRUE(find_plateaus({}).empty());
  EXPECT_TRUE(find_plateaus(points_of({100})).empty());
  EXPECT_TRUE(find_plateaus(points_of({100, 100})).empty());
  EXPECT_EQ(find_plateaus(points_of({100, 100}), {.fewest_points = 2}).size(), 1U);
}

TEST(CurveAverage, OutliersMoveItLittle) {
  std::vector<float> cycles(4000, 116);
  for (std::size_t i = 0; i < 4; ++i) cycles[i * 900 + 5] = 2500;
  const CurveAverage average = average_of(LatencyTrace(cycles));
  EXPECT_EQ(average.cycles, 116);
  EXPECT_GT(average.mean, 118);
  EXPECT_EQ(average.median, 116);
  EXPECT_EQ(average.accesses, 4000U);
  EXPECT_EQ(average_of({}).accesses, 0U);
}

TEST(CurveAverage, AMixtureIsAveraged) {
  std::vector<float> cycles;
  for (int i = 0; i < 1000; ++i) cycles.push_back(i % 4 == 0 ? 350.0F : 80.0F);
  EXPECT_NEAR(average_of(LatencyTrace(cycles)).cycles, 147.5, 1e-9);
}

TEST(CurveAverage, ADriftIsFollowedBack) {
  Random random(9);
  std::vector<float> cycles;
  for (int i = 0; i < 4096; ++i) cycles.push_back(static_cast<float>(500 * (1 + 0.02 * i / 4095) + 3 * gaussian(random)));
  EXPECT_NEAR(average_of(LatencyTrace(cycles)).cycles, 505, 0.5);
  EXPECT_NEAR(drift_free_average_of(LatencyTrace(cycles), 128).cycles, 500, 1);
  EXPECT_NEAR(drift_free_average_of(LatencyTrace(cycles), 4096).cycles, 500, 1) << "one pass, in parts";
}

// A trace with more misses towards its end rises too, but by more than a drift of a few per cent.
TEST(CurveAverage, ARiseIsNoDrift) {
  std::vector<float> cycles;
  for (int i = 0; i < 4096; ++i) cycles.push_back(i % 8 < i / 512 ? 350.0F : 80.0F);
  const LatencyTrace trace(cycles);
  EXPECT_EQ(drift_free_average_of(trace, 8).cycles, average_of(trace).cycles);
}

}  // namespace
}  // namespace chasescope::inference
