#include "engine/inference/stride_saturation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/inference/overflow_ramp.h"
#include "engine/trace/random.h"

namespace chasescope::inference {
namespace {

/// a + b · min(1, s/unit) for strides 4, 8, … of `octaves` doublings.
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

// Kepler: behind the page's plateau the switching of windows rises on, slowly. At the end there are fewer pages than the TLB holds.
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

// The C2070's L2: 24,576 lines fit; 512 sets of 13 ways overflow first, then 1,280 of 14.
TEST(OverflowRamp, ReadsUnequalSets) {
  const std::uint64_t fitting = 512 * 13 + 1280 * 14;
  const auto misses = [](std::uint64_t extra) { return extra <= 512 ? 14 * extra : 14 * 512 + 15 * (extra - 512); };
  std::vector<RampSample> ramp;
  for (const std::uint64_t extra : {0U, 1U, 2U, 100U, 512U, 513U, 1000U, 1792U}) ramp.push_back({extra, misses(extra)});
  EXPECT_TRUE(intervals_to_split(ramp).empty());
  const OverflowShape shape = read_overflow(fitting, ramp);
  ASSERT_TRUE(shape.found) << shape.reason;
  EXPECT_EQ(shape.sets, 1792U);
  EXPECT_FALSE(shape.equal());
  EXPECT_EQ(shape.groups, (std::vector<SetGroup>{{13, 512}, {14, 1280}}));
}

TEST(OverflowRamp, AsksForWhatIsMixed) {
  const std::vector<RampSample> ramp{{0, 0}, {1, 14}, {600, 14 * 512 + 15 * 88}, {1792, 14 * 512 + 15 * 1280}};
  EXPECT_EQ(intervals_to_split(ramp), (std::vector<std::size_t>{1}));
}

TEST(OverflowRamp, OneKindOfSets) {
  const std::vector<RampSample> ramp{{0, 0}, {1, 5}, {2, 10}, {5, 25}, {32, 160}};
  const OverflowShape shape = read_overflow(128, ramp);
  ASSERT_TRUE(shape.found) << shape.reason;
  EXPECT_TRUE(shape.equal());
  EXPECT_EQ(shape.sets, 32U);
  EXPECT_EQ(shape.groups.front().ways, 4U);
}

// A policy that lets some lines of a full set hit, and lines that go into sets that overflow already.
TEST(OverflowRamp, RefusesWhatIsNotLru) {
  EXPECT_FALSE(read_overflow(128, std::vector<RampSample>{{0, 0}, {1, 3}, {32, 90}}).found);
  EXPECT_FALSE(read_overflow(9, std::vector<RampSample>{{0, 0}, {1, 10}, {2, 11}}).found);
  EXPECT_FALSE(read_overflow(128, std::vector<RampSample>{}).found);
  EXPECT_FALSE(read_overflow(128, std::vector<RampSample>{{1, 5}, {32, 160}}).found);
}

}  // namespace
}  // namespace chasescope::inference
