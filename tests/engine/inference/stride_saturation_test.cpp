#include "engine/inference/curves/stride_saturation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/trace/random.h"

namespace chasescope::inference {
namespace {

/// a + b · min(1, s/unit) at strides that double `octaves` times from `first` on.
std::vector<CurvePoint> law(double a, double b, double unit, int octaves, double first = 4) {
  std::vector<CurvePoint> points;
  for (double stride = first; octaves-- > 0; stride *= 2) points.push_back({stride, a + b * std::min(1.0, stride / unit), 0});
  return points;
}

TEST(StrideSaturation, FindsALine) {
  const auto found = find_saturation(law(80, 270, 128, 9), {.foot = 80});
  ASSERT_TRUE(found.found()) << found.reason;
  EXPECT_EQ(found.stride, 128U);
  EXPECT_DOUBLE_EQ(found.rise, 270);
  EXPECT_DOUBLE_EQ(found.plateau_cycles, 350);
  EXPECT_DOUBLE_EQ(found.low_cycles, 80);
}

TEST(StrideSaturation, FindsAPageFarOut) {
  const auto found = find_saturation(law(572, 111, 2097152, 16, 512), {.fewest_octaves = 3, .fewest_flat = 2});
  ASSERT_TRUE(found.found()) << found.reason;
  EXPECT_EQ(found.stride, 2097152U);
}

// As on Kepler: beyond the plateau of the page, switches of the window make the curve rise slowly. At the end there are fewer pages
// than the TLB holds.
TEST(StrideSaturation, ASlowRiseBehindAndAFallAtTheEndDoNoHarm) {
  auto curve = law(371, 363, 2097152, 18, 512);
  for (CurvePoint& point : curve) point.cycles += 266 * point.x / 536870912;
  curve.back().cycles = 376;
  const auto found = find_saturation(curve, {.fewest_octaves = 3, .fewest_flat = 2});
  ASSERT_TRUE(found.found()) << found.reason;
  EXPECT_EQ(found.stride, 2097152U);
}

TEST(StrideSaturation, TwoUnitsAreNotOne) {
  auto curve = law(567, 10, 2097152, 17, 512);
  const auto second = law(0, 400, 33554432, 17, 512);
  for (std::size_t i = 0; i < curve.size(); ++i) curve[i].cycles += second[i].cycles;
  curve.push_back({curve.back().x * 2, curve.back().cycles, 0});
  curve.push_back({curve.back().x * 2, curve.back().cycles, 0});
  curve.push_back({curve.back().x * 2, curve.back().cycles, 0});
  EXPECT_FALSE(find_saturation(curve, {.fewest_octaves = 3, .fewest_flat = 2}).found());
}

TEST(StrideSaturation, AStepIsNoUnit) {
  const auto step = find_saturation({std::vector<CurvePoint>{{4, 200, 0}, {8, 200, 0}, {16, 200, 0}, {32, 500, 0}, {64, 500, 0}}});
  EXPECT_EQ(step.kind, StrideSaturation::Kind::undecided);
  EXPECT_FALSE(step.reason.empty());
}

TEST(StrideSaturation, WithoutAPlateauItIsUndecided) {
  EXPECT_EQ(find_saturation(law(80, 270, 4096, 9)).kind, StrideSaturation::Kind::undecided);
  EXPECT_EQ(find_saturation(law(100, 0, 64, 9)).kind, StrideSaturation::Kind::none);
  EXPECT_EQ(find_saturation({}).kind, StrideSaturation::Kind::undecided);
  EXPECT_FALSE(find_saturation(law(80, 270, 128, 9), {.foot = 200}).found()) << "the rise must begin at a hit";
}

TEST(StrideSaturation, HoldsUnderTheErrorsOfItsPoints) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    Random random(seed);
    auto curve = law(342, 230, 32, 9);
    for (CurvePoint& point : curve) {
      point.error = 0.5;
      point.cycles += 0.5 * (2 * random.unit() - 1);
    }
    const auto found = find_saturation(curve, {.foot = 342});
    EXPECT_TRUE(found.found()) << found.reason;
    EXPECT_EQ(found.stride, 32U);
  }
}

}  // namespace
}  // namespace chasescope::inference
