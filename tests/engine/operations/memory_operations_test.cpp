// Inference from repeated measurements of memory operations.
#include "engine/inference/requests/memory_operations.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace chasescope::inference {
namespace {

/// Repeated measurements with a normal scatter.
std::vector<double> scattered(double middle, double deviation, std::uint64_t seed, std::size_t count = 64) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal(middle, deviation);
  std::vector<double> cycles(count);
  for (double& one : cycles) one = normal(random);
  return cycles;
}

TEST(MemoryOperations, LessWhatMeasuringCosts) {
  const TimedOperation timed = timed_operation(std::vector<double>(20, 135), 35);
  EXPECT_EQ(timed.median, 100);
  EXPECT_EQ(timed.low, 100);
  EXPECT_EQ(timed.high_tenth, 100);
}

TEST(MemoryOperations, HoldTheTrueMedian) {
  std::size_t missed = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const TimedOperation timed = timed_operation(scattered(300, 5, seed), 0);
    missed += timed.low > 300 || timed.high < 300 ? 1 : 0;
  }
  EXPECT_LE(missed, 10U) << "99 % at least";
}

TEST(MemoryOperations, OneOutlierMovesNothing) {
  std::vector<double> cycles(40, 100);
  cycles[7] = 90'000;
  EXPECT_EQ(timed_operation(cycles, 0).high, 100);
  EXPECT_EQ(timed_operation(cycles, 0).high_tenth, 100);
}

TEST(MemoryOperations, TellWhatMoreThreadsAdd) {
  const TimedOperation few{.median = 100, .low = 98, .high = 102};
  const TimedOperation many{.median = 162, .low = 160, .high = 164};
  const CostOfMore cost = cost_of_more(few, many, 31);
  EXPECT_DOUBLE_EQ(cost.cycles, 2);
  EXPECT_DOUBLE_EQ(cost.low, 58.0 / 31);
  EXPECT_DOUBLE_EQ(cost.high, 66.0 / 31);
  EXPECT_EQ(cost_of_more(many, few, 31).cycles, 0) << "who has more to do is not done sooner";
}

TEST(MemoryOperations, TellARateOnlyFromTimesThatDiffer) {
  const TimedOperation few{.median = 100, .low = 90, .high = 110};
  EXPECT_DOUBLE_EQ(rate_of_more(few, {.median = 300, .low = 290, .high = 310}, 4000).cycles, 20);
  EXPECT_DOUBLE_EQ(rate_of_more(few, {.median = 300, .low = 290, .high = 310}, 4000).low, 4000.0 / 220);
  EXPECT_EQ(rate_of_more(few, {.median = 115, .low = 105, .high = 125}, 4000).low, 0);
}

AnsweredAs answered(double hit, double miss, const std::vector<double>& seen, double deviation = 1) {
  return answered_as(timed_operation(scattered(hit, deviation, 1), 0), timed_operation(scattered(miss, deviation, 2), 0),
                     timed_operation(seen, 0));
}

TEST(MemoryOperations, TellHitsFromMisses) {
  EXPECT_EQ(answered(30, 250, scattered(33, 1, 3)), AnsweredAs::hit);
  EXPECT_EQ(answered(30, 250, scattered(247, 1, 3)), AnsweredAs::miss);
  EXPECT_EQ(answered(30, 250, scattered(140, 1, 3)), AnsweredAs::neither);
  EXPECT_EQ(answered(30, 250, scattered(500, 1, 3)), AnsweredAs::neither) << "longer than a miss";
  EXPECT_EQ(answered(200, 280, scattered(60, 1, 3)), AnsweredAs::neither) << "shorter than a hit";
  std::vector<double> mixed = scattered(30, 1, 3);
  for (std::size_t i = 0; i < mixed.size(); i += 3) mixed[i] += 220;
  EXPECT_EQ(answered(30, 250, mixed), AnsweredAs::both);
}

TEST(MemoryOperations, LeaveOpenWhatScattersTooMuch) {
  EXPECT_EQ(answered(30, 40, scattered(31, 2, 3), 2), AnsweredAs::unclear);
  EXPECT_EQ(answered(250, 30, scattered(30, 1, 3)), AnsweredAs::unclear) << "a miss that is no slower than a hit";
  EXPECT_EQ(answered(30, 30, scattered(30, 0, 3), 0), AnsweredAs::unclear);
  EXPECT_EQ(answered(30, 250, scattered(60, 40, 3)), AnsweredAs::neither) << "itself it scatters over both";
}

}  // namespace
}  // namespace chasescope::inference
