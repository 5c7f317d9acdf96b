// Hand-written bursts: a server takes 280 cycles for a request and gives one answer every second cycle.
#include "engine/inference/requests/under_way.h"

#include <gtest/gtest.h>

#include <vector>

namespace chasescope::inference {
namespace {

std::vector<LoadPoint> bursts(std::uint64_t loads, double each, std::uint64_t most) {
  std::vector<LoadPoint> curve;
  for (std::uint64_t threads = 2; threads <= most; threads += 2)
    curve.push_back(point_of(threads, std::vector{280 + each * static_cast<double>(threads * loads - 1)}));
  return curve;
}

TEST(UnderWay, IsLatencyTimesRateAtTheMost) {
  // A latency of 280 cycles and an answer every second cycle: 140 requests are under way in the middle of the burst.
  const auto found = least_under_way(bursts(4, 2, 1024), 4, 280);
  ASSERT_TRUE(found);
  EXPECT_LE(found->requests, 140U);
  EXPECT_GE(found->requests, 135U);
  EXPECT_GT(found->of, 3000U) << "the more, the less beginning and end matter";
  EXPECT_EQ(found->of, 4 * 2 * (found->point + 1));
}

TEST(UnderWay, IsNeverMoreThanThereWere) {
  const auto found = least_under_way(bursts(1, 0, 8), 1, 1000);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->requests, 8U);
}

TEST(UnderWay, NothingIsShownByNothing) {
  EXPECT_FALSE(least_under_way({}, 1, 280));
  EXPECT_FALSE(least_under_way(bursts(1, 2, 64), 1, 0));
}

}  // namespace
}  // namespace chasescope::inference
