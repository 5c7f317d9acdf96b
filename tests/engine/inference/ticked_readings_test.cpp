#include "engine/inference/levels/ticked_readings.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "engine/trace/random.h"

namespace chasescope::inference {
namespace {

/// The readings of a clock that ticks by `tick` cycles while accesses of `latency` follow each other, `between` cycles apart. Every
/// so often (a random number of accesses) one takes `other` instead.
std::vector<float> readings(double tick, double latency, double between, double other, double share_of_others) {
  std::vector<float> cycles;
  Random random(7);
  double now = 0;
  for (int i = 0; i < 4000; ++i) {
    const double takes = random.unit() < share_of_others ? other : latency;
    const double begin = std::floor(now / tick) * tick, end = std::floor((now + takes) / tick) * tick;
    cycles.push_back(static_cast<float>(end - begin));
    now += takes + between;
  }
  return cycles;
}

/// Readings of two levels among which random replacement chooses.
std::vector<float> chosen_at_random(float lower, float upper, double share) {
  std::vector<float> cycles;
  Random random(11);
  for (int i = 0; i < 4000; ++i) cycles.push_back(random.unit() < share ? upper : lower);
  return cycles;
}

TEST(TickedReadings, OneLatencyBetweenTwoTicksGivesBothInAFixedOrder) {
  EXPECT_TRUE(are_of_one_latency(readings(16, 219, 0, 219, 0), 208, 224));
  EXPECT_TRUE(are_of_one_latency(readings(13, 219.4, 7.3, 219.4, 0), 208, 221));  // the program spends cycles between accesses
}

TEST(TickedReadings, HitsOfANearerLevelInBetweenDoNotHideTheOrder) {
  EXPECT_TRUE(are_of_one_latency(readings(2, 121, 0, 46, 0.05), 120, 122));
  EXPECT_TRUE(are_of_one_latency(readings(8, 121, 0, 46, 0.05), 120, 128));
}

TEST(TickedReadings, RandomReplacementBetweenTwoLevelsGivesThemInAnyOrder) {
  for (const double share : {0.1, 0.5, 0.8}) EXPECT_FALSE(are_of_one_latency(chosen_at_random(120, 122, share), 120, 122)) << share;
}

TEST(TickedReadings, TooFewReadingsShowNothing) {
  EXPECT_FALSE(are_of_one_latency({}, 120, 122));
  EXPECT_FALSE(are_of_one_latency(std::vector<float>{120, 122, 120, 122, 120, 122, 120, 122, 120, 122, 120, 122, 120}, 120, 122));
  EXPECT_FALSE(are_of_one_latency(std::vector<float>(4000, 120.0F), 120, 122));
}

}  // namespace
}  // namespace chasescope::inference
