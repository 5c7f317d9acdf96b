#include "engine/statistics/change_point.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "engine/trace/random.h"
#include "tests/engine/made_up/random_errors.h"

namespace chasescope::inference {
namespace {

using chasescope::tests::gaussian;

/// `flat` values around 0, then `rising` values that grow by `slope` each, all with jitter.
std::vector<double> ramp_after(std::size_t flat, std::size_t rising, double slope, double jitter, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> values;
  for (std::size_t i = 0; i < flat + rising; ++i)
    values.push_back((i < flat ? 0 : slope * static_cast<double>(i - flat + 1)) + jitter * gaussian(random));
  return values;
}

TEST(GeometricImage, IsTheRootMeanSquareDistanceAndTheAngle) {
  const std::vector<float> hits(100, 116);
  EXPECT_EQ(geometric_image(hits, 116).distance, 0);
  EXPECT_NEAR(geometric_image(hits, 116).angle, 0, 1e-6);
  std::vector<float> some = hits;
  for (std::size_t i = 0; i < 25; ++i) some[4 * i] = 126;
  // A quarter of the accesses, with a square of distance 10: √(0.25 · 10²) = 5.
  EXPECT_DOUBLE_EQ(geometric_image(some, 116).distance, 5);
  const std::vector<float> axis{1, 0};
  EXPECT_NEAR(geometric_image(axis, 1).angle, std::acos(std::sqrt(0.5)), 1e-12);
  EXPECT_EQ(geometric_image({}, 116).distance, 0);
}

// Worked by hand: the distributions of {1,2,3,4} and {3,4,5,6} differ most just below 3, by one half.
TEST(KolmogorovSmirnov, DistanceIsThatOfTheDistributionFunctions) {
  const std::vector<double> a{4, 2, 1, 3}, b{6, 5, 4, 3}, far{10, 11};
  EXPECT_DOUBLE_EQ(ks_distance(a, b), 0.5);
  EXPECT_DOUBLE_EQ(ks_distance(a, a), 0);
  EXPECT_DOUBLE_EQ(ks_distance(a, far), 1);
  EXPECT_DOUBLE_EQ(ks_distance(a, {}), 0);
}

TEST(KolmogorovSmirnov, CriticalDistanceIsEquation33) {
  EXPECT_NEAR(ks_critical_distance(0.05, 100, 100), 1.3581 * std::sqrt(0.02), 1e-4);  // 1.358 is the value in every table
  EXPECT_TRUE(std::isinf(ks_critical_distance(0.05, 0, 10)));
}

// Kolmogorov's distribution: chance exceeds 1.358 once in twenty times, and 1.628 once in a hundred times.
TEST(KolmogorovSmirnov, PValuesAreThoseOfTheTables) {
  const std::size_t many = 1'000'000;
  const double root = std::sqrt(many / 2.0);
  EXPECT_NEAR(ks_p_value(1.358 / root, many, many), 0.05, 0.001);
  EXPECT_NEAR(ks_p_value(1.628 / root, many, many), 0.01, 0.0005);
  EXPECT_EQ(ks_p_value(0, 10, 10), 1);
  EXPECT_NEAR(ks_p_value(1, 8, 8), 2.0 / 12870, 1e-4);  // exactly two of the 12,870 orders of sixteen values
}

TEST(ChangePoint, FindsAStep) {
  std::vector<double> values(16, 1.0);
  values.resize(28, 5.0);
  const ChangePoint change = find_change_point(values);
  EXPECT_TRUE(change.found());
  EXPECT_TRUE(change.rises);
  EXPECT_EQ(change.index, 16U);
  EXPECT_EQ(change.distance, 1);
  EXPECT_LT(change.p_value, 1e-4);
  EXPECT_EQ(change.low, 16U);
  EXPECT_EQ(change.high, 16U);
}

// Under LRU, misses grow from footprint to footprint. The capacity is where the ramp begins. A test for two different means would
// find the middle of the ramp.
TEST(ChangePoint, FindsTheFootOfARamp) {
  EXPECT_EQ(find_change_point(ramp_after(14, 14, 8, 0, 1)).index, 14U);
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const ChangePoint change = find_change_point(ramp_after(14, 14, 8, 1, seed));
    EXPECT_TRUE(change.found());
    EXPECT_LE(change.low, 14U);
    EXPECT_GE(change.high, 14U);
    EXPECT_NEAR(static_cast<double>(change.index), 14, 1) << seed;
  }
}

TEST(ChangePoint, AnOutlierIsNoChange) {
  std::vector<double> values(24, 2.0);
  values[7] = 900;
  EXPECT_FALSE(find_change_point(values).found());
  std::vector<double> with_step = values;
  for (std::size_t i = 0; i < 12; ++i) with_step.push_back(40 + static_cast<double>(i % 3));
  EXPECT_EQ(find_change_point(with_step).index, 24U);
}

TEST(ChangePoint, FlatNoiseHasNone) {
  int found = 0;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed)
    found += find_change_point(ramp_after(32, 0, 0, 1, seed), 0.01).found() ? 1 : 0;
  EXPECT_LE(found, 20) << "more than one in a hundred, which is what alpha allows";
}

TEST(ChangePoint, NoiseThatIsTooStrongDecidesNothing) {
  int found = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) found += find_change_point(ramp_after(12, 12, 0.05, 5, seed)).found() ? 1 : 0;
  EXPECT_LE(found, 3);
}

TEST(ChangePoint, ADriftIsATrendAndNoChange) {
  std::vector<double> values;
  for (int i = 0; i < 32; ++i) values.push_back(100 + 0.3 * i);
  EXPECT_EQ(find_change_point(values).kind, ChangePoint::Kind::trend);
  Random random(3);
  for (double& value : values) value += 0.2 * gaussian(random);
  EXPECT_EQ(find_change_point(values).kind, ChangePoint::Kind::trend);
}

TEST(ChangePoint, FewValuesAreUndecided) {
  EXPECT_EQ(find_change_point({}).kind, ChangePoint::Kind::undecided);
  EXPECT_EQ(find_change_point(std::vector<double>{5}).kind, ChangePoint::Kind::undecided);
  EXPECT_EQ(find_change_point(std::vector<double>{1, 1, 1, 9, 9, 9}).kind, ChangePoint::Kind::undecided);
  EXPECT_EQ(find_change_point(std::vector<double>(40, 7.0)).kind, ChangePoint::Kind::none);
}

}  // namespace
}  // namespace chasescope::inference
