#include "engine/inference/miss_sequence.h"

#include <gtest/gtest.h>

#include "engine/trace/random.h"

namespace chasescope::inference {
namespace {

std::vector<std::uint8_t> repeated(const std::vector<std::uint8_t>& unit, std::size_t n) {
  std::vector<std::uint8_t> sequence(n);
  for (std::size_t i = 0; i < n; ++i) sequence[i] = unit[i % unit.size()];
  return sequence;
}

TEST(MissSequence, MarksWhatIsSlowerThanAHit) {
  EXPECT_EQ(miss_sequence(LatencyTrace({116, 404, 116.5F, 117}), 116.5F), (std::vector<std::uint8_t>{0, 1, 0, 1}));
}

TEST(Period, IsThePassUnderLru) {
  const auto sequence = repeated({1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1}, 130);
  EXPECT_EQ(find_period(sequence, 13), (Period{Period::Kind::periodic, 13, 0}));
}

TEST(Period, MayBeADivisorOrSeveralPasses) {
  EXPECT_EQ(find_period(repeated({0}, 64), 16).accesses, 1U);
  EXPECT_EQ(find_period(repeated({0, 1}, 64), 16).accesses, 2U);
  std::vector<std::uint8_t> two_passes(20, 0);
  two_passes[3] = two_passes[14] = 1;
  EXPECT_EQ(find_period(repeated(two_passes, 200), 10).accesses, 20U);
}

TEST(Period, IsAbsentWhereNothingRepeats) {
  Random random(3);
  std::vector<std::uint8_t> sequence(4000);
  for (auto& miss : sequence) miss = random.below(10) == 0 ? 1 : 0;
  EXPECT_EQ(find_period(sequence, 100, 0.02).kind, Period::Kind::aperiodic);
}

TEST(Period, IsUndecidedBelowTwoPasses) {
  EXPECT_EQ(find_period(repeated({1, 0, 0}, 19), 10).kind, Period::Kind::undecided);
  EXPECT_EQ(find_period({}, 0).kind, Period::Kind::undecided);
}

TEST(Period, ToleratesOutliersAmongManyMissesButNotFewMissesAsOutliers) {
  auto sequence = repeated({1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1}, 13000);
  sequence[500] ^= 1;
  EXPECT_EQ(find_period(sequence, 13, 0.02).kind, Period::Kind::periodic);
  EXPECT_EQ(find_period(sequence, 13, 0.0).kind, Period::Kind::aperiodic);

  // Three misses that wander are no noise: they are all the misses there are.
  std::vector<std::uint8_t> rare(4096, 0);
  rare[100] = rare[1700] = rare[3001] = 1;
  EXPECT_EQ(find_period(rare, 1024, 0.02).kind, Period::Kind::aperiodic);
}

}  // namespace
}  // namespace chasescope::inference
